// Package comments writes the comments of generated Go files: their header, and
// doc comments in which text of a schema is prose, whatever it contains. All of
// it is returned as text, every line of which starts with slashes.
package comments
