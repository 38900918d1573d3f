// Package draw makes random schemas for tests: changes of them, too, and values that may be
// stored.
package draw
