// Package runtime is what generated state accessors run on: it routes keys to
// their scopes, applies state deltas by appending events, and holds the
// session services. It depends on the standard library alone.
package runtime
