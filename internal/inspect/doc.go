// Package inspect serves a page in the browser that shows what a store of sessions holds: apps,
// users and sessions, a session's events one by one, its state as of any of them, and the prompts
// as they were then. With a schema it says what the schema says of each key, and keeps sensitive
// values to itself.
//
// serve.go says which address is answered by whom, server.go writes pages, and guard.go keeps
// strangers out. browse.go, session.go, keyhistory.go, search.go and edit.go answer
// requests, each with a template in web/, whole.go those for texts without one.
// state.go reads the store, trail.go the histories of all sessions that share a key. value.go,
// keys.go, rows.go, change.go and prompt.go put what is read into words.
package inspect
