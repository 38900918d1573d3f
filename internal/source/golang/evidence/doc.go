// Package evidence gathers what Go source says about state keys without a
// schema: their types, whether they may be missing, and what the code goes on
// with then. It judges nothing: whoever infers a schema does.
package evidence
