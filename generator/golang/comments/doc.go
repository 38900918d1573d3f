// Package comments writes the comments of generated Go files: their header,
// and doc comments in which text of a schema is prose, whatever it holds. All
// of it comes back as text, every line of which begins with slashes.
package comments
