// Package keys finds the declared key that a text means, by its current or older names.
package keys
