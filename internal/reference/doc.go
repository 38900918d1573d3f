// Package reference writes the pages and pictures of a schema's reference: each key with its type, what is
// said of it, who writes and reads it and which prompts show it, and a matrix of keys by
// who uses them. It is made of the schema and of the graph of package flow, as Markdown
// or as HTML that needs nothing but its file, with the same bytes each time.
//
// build.go, key.go, types.go, uses.go and matrix.go say what is to be shown, in words, with
// what builder.go, index.go, unit.go and fact.go have for all of them; markdown.go and
// html.go write that. picture.go draws a key between its writers and readers, for HTML.
package reference
