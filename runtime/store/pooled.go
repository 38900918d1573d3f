package store

import "time"

// Pooled is a Store on a pool of connections. It is optional.
type Pooled interface {
	Store
	PoolStats() PoolStats
}

// PoolStats say how busy a pool of connections is. The counts begin when it was
// opened.
type PoolStats struct {
	Max, Open, InUse int           // connections: at most, now, and of these at work
	Taken            int64         // how often one was asked for and given
	Waited           int64         // of these, how often none was free
	WaitTime         time.Duration // how long these have waited together
}

// Optional returns the names of the optional interfaces that a store fulfils, for
// authors of stores that wrap others: one that embeds a Store hides what the store is
// besides. Without Holder contended updates take longer, without Maintainer erasing,
// pruning and purging are errors, without Pooled the pool can't be seen.
func Optional(st Store) []string {
	var names []string
	if _, ok := st.(Holder); ok {
		names = append(names, "Holder")
	}
	if _, ok := st.(Maintainer); ok {
		names = append(names, "Maintainer")
	}
	if _, ok := st.(Pooled); ok {
		names = append(names, "Pooled")
	}
	return names
}
