// Package value has keys and their scopes, values and deltas: state without sessions. It has the
// normal form of values, deltas and the merge operations in them, and the interfaces of
// states. It stores nothing, and knows no sessions, events or stores.
//
// Programs use it by the names that package runtime gives these things.
package value
