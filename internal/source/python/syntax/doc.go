// Package syntax reads Python: a file's text becomes statements and expressions, each with its place. It takes any
// text; what is no Python becomes an expression of which nothing is known.
package syntax
