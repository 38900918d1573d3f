package memory

import (
	"hash/maphash"

	"github.com/seed92179c4c/stategen/runtime"
)

// idIndex finds a log's events by ID. It is a hash table that leaves the IDs
// where they are, in the log, and holds no pointers: it costs 16 to 32 bytes an
// event, and the garbage collector nothing.
type idIndex []slot // as many as a power of two, at most half of them taken

// slot leads to an event. Its zero value is free.
type slot struct {
	hash uint32
	at   uint32 // the event's place in the log, from 1: four billion events fit in no memory
}

var idSeed = maphash.MakeSeed()

func hashID(id string) uint32 { return uint32(maphash.String(idSeed, id)) }

// find returns the event with an ID, whose hash it is given; nil if the log has
// none.
func (x idIndex) find(log []*runtime.StoredEvent, id string, hash uint32) *runtime.StoredEvent {
	for i := int(hash); len(x) > 0; i++ {
		s := x[i&(len(x)-1)]
		if s.at == 0 {
			return nil
		}
		if s.hash == hash && log[s.at-1].ID == id {
			return log[s.at-1]
		}
	}
	return nil
}

// add takes in a log's newest event, the nth, given the hash of its ID.
func (x *idIndex) add(n int, hash uint32) {
	if 2*n > len(*x) {
		x.grow()
	}
	x.put(slot{hash, uint32(n)})
}

func (x *idIndex) grow() {
	old := *x
	*x = make(idIndex, max(8, 2*len(old)))
	for _, s := range old {
		if s.at != 0 {
			x.put(s)
		}
	}
}

func (x idIndex) put(s slot) {
	i := int(s.hash)
	for x[i&(len(x)-1)].at != 0 {
		i++
	}
	x[i&(len(x)-1)] = s
}
