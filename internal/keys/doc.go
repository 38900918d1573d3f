// Package keys finds the declared key that a text means, by its current or older names, and those like it.
package keys
