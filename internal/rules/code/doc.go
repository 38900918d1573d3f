// Package code checks what reaches a framework against a schema: keys, written
// values, asserted types, the text of instructions, and calls of generated code
// that do not do what they seem to. It does not find the way there, which is
// the matter of package follow, and does not work out how raw keys are rewritten,
// which is that of package fix.
package code
