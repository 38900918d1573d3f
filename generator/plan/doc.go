// Package plan decides what the code generated from a schema does, whatever
// language it is in: what a read gives for a key that isn't set, which keys
// belong to a family, what is checked of a value, and into which pieces an
// instruction is cut. It knows no language, but has the header that files of all of them share.
package plan
