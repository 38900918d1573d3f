// Package prompt has the rules on one text: an instruction, or a template of one. Text goes
// in, findings come out, whatever file they are from.
//
// A Checker finds placeholders with the scanner of runtime/instruction, so that
// what is checked is what is rendered. Each rule is in a file of its own, with the
// metadata that explains it.
package prompt
