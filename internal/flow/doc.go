// Package flow is the graph of who writes and who reads the keys of a schema: its keys, the
// prompts that show them, the tools, callbacks, agents and other functions that use them, and
// the tree of agents. Build makes it of a schema and of the units that package statelint
// finds in Go source. A Graph is a value: it can be cut down to a neighborhood or to paths,
// and printed as text, Mermaid, DOT or JSON, with the same bytes each time.
//
// An edge is there only where source shows it, and has the places that do. What source leaves
// open, such as a key that is built at run time, is an edge to the one node of kind Unseen.
package flow
