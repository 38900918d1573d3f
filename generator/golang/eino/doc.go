// Package eino prints the adapter between a generated package and eino's ADK. It is the
// same code for every schema, apart from the instructions, and so a template.
package eino
