// Package runtime is what generated state accessors run on, and the Service with its sessions,
// appends and updates: it routes keys to their scopes, and applies state deltas by appending
// events. It depends on the standard library alone.
//
// State is a map from keys to JSON-shaped values; a key's prefix is its Scope.
// It changes only by events: an Event carries a Delta, and Service.AppendEvent
// stores both at once. There are three ways to make one:
//
//   - by hand, for Service.AppendEvent;
//   - through the contexts of an Invocation, which is one run of an agent: each
//     captures what a step writes and commits it as one event;
//   - through Update, for a change that depends on what is there.
//
// In a delta, a plain value sets its key, whatever others do, and an Op changes
// what the key holds by then: neither ever conflicts with another writer.
//
// A Session is a snapshot; Service.Get makes a fresh one.
//
// What needs no session (keys, values, deltas, states) is defined in runtime/value,
// what stores keep (events, and the interface of a store) in runtime/store, and what
// removes it for good (pruning, purging, erasing) in runtime/upkeep. This package has
// names for all of it that programs need; only authors of stores import runtime/store.
package runtime
