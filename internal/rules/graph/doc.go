// Package graph finds what only the graph of agents and keys can tell. It reports where source
// proves it; what may be otherwise, it leaves alone.
package graph
