package postgres

import "github.com/seed92179c4c/stategen/runtime/store"

// PoolStats returns how busy the pool is: see store.Pooled.
func (st *database) PoolStats() store.PoolStats {
	s := st.pool.Stat()
	return store.PoolStats{
		Max: int(s.MaxConns()), Open: int(s.TotalConns()), InUse: int(s.AcquiredConns()),
		Taken: s.AcquireCount(), Waited: s.EmptyAcquireCount(), WaitTime: s.EmptyAcquireWaitTime(),
	}
}
