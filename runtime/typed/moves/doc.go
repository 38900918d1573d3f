// Package moves turns values that an earlier schema stored into those that
// today's schema stores. Its functions are meant for generated code and change
// with it.
package moves
