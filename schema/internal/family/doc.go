// Package family recognizes the keys of families, and finds keys that two
// families share.
package family
