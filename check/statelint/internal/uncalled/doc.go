// Package uncalled finds the functions that no program runs: all that none of them, and no
// variable of a package, names, however indirectly.
package uncalled
