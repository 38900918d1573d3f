// Package python reads what Python files say about the session state of Google's ADK:
// instructions, output keys, and the keys that are read and written. It knows the
// words of the language and its literals, and follows a name to the literal that a
// module assigns to it once. Nothing is run and nothing is guessed: what is put
// together at run time is returned as a place that can't be read.
//
// token.go cuts a file into words, literal.go says what text a string stands for,
// value.go reads an expression as far as it is a literal, module.go knows what names a
// file assigns and imports, and state.go and agent.go find what is said about state.
package python
