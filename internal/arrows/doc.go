// Package arrows says which package of this repository may import which.
//
// The rules are in arrows.txt: the layers, who may import which library, and who reaches out of the
// program: to files, processes, the network. A test compares them with the code. An import that no rule
// allows fails it, and so does a rule that no code needs.
package arrows
