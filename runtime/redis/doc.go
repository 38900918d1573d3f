// Package redis keeps sessions in Redis 7 or later, or in Valkey: on one server, behind
// Sentinel, or on a Cluster. All that belongs to an app lies in one hash slot, so that an append, with
// the merge operations on state of all scopes, is one script in one round trip; a cluster
// spreads apps over its servers, and never one app over several.
//
// # What an append promises
//
// Open says what a failover can undo. If too few replicas have confirmed an append in
// time, the error is ErrUnreplicated, and appending the event again under its ID makes it
// certain; until then it may be there or not. With Replicas(0) each failover can undo the
// last appends. What outlasts a loss of power is up to the servers' appendfsync.
//
// Reads are answered by the primary. What they show may not be confirmed yet, and so be
// undone by a failover; so may what an old primary answers before it knows that it is
// none. With SafeReads a read waits until Replicas replicas have what it shows.
//
// # The client
//
// The connections are those of github.com/redis/rueidis: it prints nothing and has no
// logger global to the process, links with golang.org/x/sys alone, and gives several
// commands to one connection to a key's primary, which the confirmation needs.
package redis
