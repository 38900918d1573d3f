// Package format formats a schema's file.
package format
