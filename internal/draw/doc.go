// Package draw draws random schemas, changes of them, and values that may be stored. Only
// tests import it.
package draw
