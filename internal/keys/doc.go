// Package keys finds the declared key that a text means, and says what a key is used for.
package keys
