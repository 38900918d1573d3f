// Package dialect says what the frameworks make of braces in a text: their names in
// messages, what becomes of a placeholder without a value, which of its own
// names a framework fills in, what it shows of a value. Each has a file of its own.
//
// What a placeholder is, runtime/instruction says.
package dialect
