// Package check holds the rules that compare instruction templates with a
// schema. Text goes in, diagnostics come out; files are read and findings
// printed by the caller.
//
// A Checker finds placeholders with the scanner of runtime/instruction, so that
// what is checked is what is rendered. Each rule stands in a file of its own,
// with the metadata that explains it; Rules lists the metadata.
package check
