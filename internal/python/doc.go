// Package python reads what Python files say about the session state of Google's ADK:
// instructions, output keys, and the keys that are read and written. It follows a name to
// the literal that a module assigns to it once. Nothing is run and nothing is guessed: what
// is put together at run time is returned as a place that can't be read.
//
// Each type stands on the one before it: a file, the source of package syntax, knows what
// names it assigns and imports; a scope follows names through loops, calls and files; and a
// reader finds what is said about state.
package python
