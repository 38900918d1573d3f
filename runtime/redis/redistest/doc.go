// Package redistest gives tests real Redis servers of their own: one node, a primary
// and its replica under sentinels, or a cluster. They listen on the loopback interface,
// keep their data in a temporary folder, and are gone when the tests end. What happens
// to servers in production can be done to them: they are killed and started again,
// paused, failed over, and their slots move while they are written to.
//
// They are as a store needs them: everything is in the append-only file before it is
// acknowledged, and nothing is evicted.
package redistest
