// Package golang prints a plan as a Go package. It decides nothing: what a function does is the plan's, what it is
// called is in names, and text of a schema gets into the output as a literal,
// as a comment or, where it became a name, as an identifier.
package golang
