// Package generator turns a schema into source, and tells others the names in it: plan decides
// what the code does, golang/names what everything in it is called, and golang
// prints it, with an adapter for each of the schema's targets. It accesses
// neither files nor the terminal.
package generator
