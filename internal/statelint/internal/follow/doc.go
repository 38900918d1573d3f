// Package follow follows Go values backwards to their terms: literals, functions, calls of others,
// and whatever can't be seen through, each with what the calls on the way bind. It looks through
// variables, fields, lists, conversions, and calls of the packages that it is given: one, or all
// of a program. What it can't follow is a term as it is; it never guesses.
package follow
