// Package client is the contract with clients, such as a browser: which keys of a state
// they see, which they may set, and what a value must be. Generated code makes the
// Contract of a schema, in its variable Clients.
//
// A client sees and sends a JSON object of full keys with values in client form: what a
// state stores, but for integers beyond 2^53-1, which are text, as JavaScript would round
// them; for objects, which have no fields that the schema doesn't declare; and for
// keys whose encoding is json-string, which are values and not text. A key that isn't set is
// absent, unless it has a default.
//
// Nothing here knows who a client is: whoever calls Apply has let it into the session.
package client
