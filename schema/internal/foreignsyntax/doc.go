// Package foreignsyntax knows how other languages write what a schema says.
package foreignsyntax
