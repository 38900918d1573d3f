// Package breaking compares two versions of a schema as a store sees them: which
// values that code generated from one of them stores does code generated from the
// other refuse, read as something else, or no longer find? Comments, order, Go
// names and files make no difference.
//
// There are four axes. Stored: new code meets values that the old code left
// behind. Rolling: both run side by side, in a deployment or after a rollback.
// Merge: operations are in flight that carry the other version's rules. Client:
// pages that were loaded before meet the new code.
//
// A finding about values has a witness: a value that one side stores, with what
// becomes of it on the other. Forms and constraints are compared by their
// structure, which gives values at the edges of what each side takes; package
// reading then says what generated code does with them. So no witness is printed
// that was not tried. A finding holds always (for every value) or depends on the
// data (it holds for some), and is silent if no error tells of it.
package breaking
