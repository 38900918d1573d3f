// Package keys finds the declared key that a text means, by its names of today and before.
package keys
