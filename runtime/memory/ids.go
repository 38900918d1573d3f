package memory

import (
	"hash/maphash"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// idIndex finds a log's events by ID. It takes in the log's events when it is
// asked for one, which only those do who bring an ID of their own or a second
// time: a session that leaves IDs to the service needs no index.
//
// It is a hash table that leaves the IDs where they are, in the log, and holds
// no pointers: it costs 16 to 32 bytes an event, and the garbage collector
// nothing.
type idIndex struct {
	slots []slot // as many as a power of two, at most half of them taken
	taken int    // by the first so many events of the log
}

// slot leads to an event. Its zero value is free.
type slot struct {
	hash uint32
	at   uint32 // the event's place in the log, from 1: four billion events fit in no memory
}

var idSeed = maphash.MakeSeed()

func hashID(id string) uint32 { return uint32(maphash.String(idSeed, id)) }

// find returns the event with an ID; nil if the log has none.
func (x *idIndex) find(log []*store.StoredEvent, id string) *store.StoredEvent {
	for _, e := range log[x.taken:] {
		x.add(hashID(e.ID))
	}
	return x.look(log, id, hashID(id))
}

func (x *idIndex) look(log []*store.StoredEvent, id string, hash uint32) *store.StoredEvent {
	for i := int(hash); len(x.slots) > 0; i++ {
		s := x.slots[i&(len(x.slots)-1)]
		if s.at == 0 {
			return nil
		}
		if s.hash == hash && log[s.at-1].ID == id {
			return log[s.at-1]
		}
	}
	return nil
}

// add takes in the log's next event, given the hash of its ID.
func (x *idIndex) add(hash uint32) {
	x.taken++
	if 2*x.taken > len(x.slots) {
		x.grow()
	}
	x.put(slot{hash, uint32(x.taken)})
}

func (x *idIndex) grow() {
	old := x.slots
	x.slots = make([]slot, max(8, 2*len(old)))
	for _, s := range old {
		if s.at != 0 {
			x.put(s)
		}
	}
}

func (x *idIndex) put(s slot) {
	i := int(s.hash)
	for x.slots[i&(len(x.slots)-1)].at != 0 {
		i++
	}
	x.slots[i&(len(x.slots)-1)] = s
}
