// Package python reads what Python files say about the session state of Google's ADK:
// instructions, output keys, and the keys that are read and written. It follows a name to
// the literal that a module assigns to it once. Nothing is run and nothing is guessed: what
// is put together at run time is returned as a place that can't be read.
//
// Expressions are read by package syntax, names are followed by package names, and package adk
// tells agents, services and sessions. A reader finds what one file says about state. What only
// audits ask for is in package survey.
package python
