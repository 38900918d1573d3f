// Package arrows holds which package of this repository may import which.
//
// The list is arrows.txt: a package, and below it, indented, each import that
// says something about it, with the reason. Imports that say something are
// those of our own packages, of other modules, and of what reaches out of the
// program: files, processes, the network. A test compares the list with the
// code. An import without a line fails it, and so does a line without an import.
package arrows
