// Package prompt has the rules on the text of one instruction: a prompt, or a template of one. Text goes
// in, findings come out, whatever file they are from.
//
// A Checker finds placeholders with the scanner of runtime/instruction, so that
// what is checked is what is rendered. Below, reading finds what is in a text, dialect
// says what the frameworks make of it, rules and dialectrules judge it, and judge is what
// they word their findings with.
package prompt
