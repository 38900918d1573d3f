// Package adk prints the adapter between a generated package and Google's Agent
// Development Kit for Go. It is the same code for every schema, apart from the
// merged keys and the instructions, and so a template.
package adk
