package memory

import "github.com/seed92179c4c/stategen/runtime/store"

// ids finds a log's events by ID. It takes in the log's events when it is
// asked for one, which only those do who bring an ID of their own or a second
// time: a session that leaves IDs to the service needs no index.
type ids struct {
	places map[string]int
	taken  int // the first so many events of the log
}

// find returns the event with an ID; nil if the log has none.
func (x *ids) find(log []*store.StoredEvent, id string) *store.StoredEvent {
	if x.places == nil {
		x.places = make(map[string]int)
	}
	for ; x.taken < len(log); x.taken++ {
		x.places[log[x.taken].ID] = x.taken
	}
	if at, ok := x.places[id]; ok {
		return log[at]
	}
	return nil
}
