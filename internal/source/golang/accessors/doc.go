// Package accessors knows what generated code does with keys: which of them a
// function, a method or a field reads, sets, merges or clears. It reads that
// from the calls of our runtime in generated code and tells other packages by a
// fact.
package accessors
