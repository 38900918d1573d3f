// Package check has the rules that check instruction templates against a schema.
// Text goes in, diagnostics come out; files are read and findings printed by the
// caller.
//
// A Checker finds placeholders with the scanner of runtime/instruction, so that
// what is checked is what is rendered. Each rule is in a file of its own,
// with the metadata that explains it; Rules lists the metadata.
package check
