// Package store has events, and what authors of stores implement: what a database must do to keep
// sessions (Store, and Holder besides), and what goes in and out of it: appends, stored events
// with their JSON form, and state that can be snapshotted. It has no rules of its own:
// runtime.NewService, which makes a Service of a Store, checks what comes in, and
// runtime/storetest tests what the store does with it.
package store
