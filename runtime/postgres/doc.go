// Package postgres keeps sessions in a PostgreSQL database, whose tables it makes and
// migrates. Any number of processes may use it at once. It is plain SQL, but only PostgreSQL itself is
// tested: databases that merely speak its protocol may differ where it matters
// (row locks, advisory locks, isolation levels). Open refuses those that are known to.
//
// An append is one statement in one round trip, merge operations included. The
// database carries those out itself as long as it gives exactly what
// runtime.Op.Apply gives; for what is left (a result beyond its limits, a whole
// number beyond 2^53, a union of numbers, a list without repeats, a first merge under a
// new name), and for runtime.Update, the append reads under row locks first and costs two
// round trips. If others got in the way of an update, its function runs the next
// time between the two: see store.Holder. Appends of one process that want the same
// session, user or app key while another is under way share one transaction, those of
// updates included; one that meets no other goes straight to the server. Either way no
// update is lost, at any isolation level.
//
// A call that the server aborted to resolve a deadlock or a serialization
// failure is tried again until its context ends. After a lost connection it is
// tried a few times, so that neither a restart of the server nor a broken
// connection shows, if they don't last; nothing counts twice. Behind a pooler
// that hands each transaction to another connection, add
// default_query_exec_mode=exec to the connection string.
package postgres
