package runtime

import (
	"context"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// queues line up the updates of a process that want the same key, once two of them have
// met: each waits until the one before has appended, rather than to find out that it was
// overtaken. Nothing depends on that but how long they take. An update may be offered a
// seat in the group of the one at work.
type queues struct {
	mu  sync.Mutex
	all map[queueKey]*queue
}

// queueKey names what updates wait for: a key, with the session or the user that it
// belongs to, if it isn't the app's.
type queueKey struct{ app, user, session, key string }

// queueKeyOf returns what those wait for who want a key of a session, or views.Everything of
// its app's.
func queueKeyOf(k store.SessionKey, key string) queueKey {
	switch scope, _ := ParseKey(key); {
	case key == views.Everything || scope == ScopeApp:
		return queueKey{app: k.AppName, key: key}
	case scope == ScopeUser:
		return queueKey{app: k.AppName, user: k.UserID, key: key}
	default:
		return queueKey{k.AppName, k.UserID, k.SessionID, key}
	}
}

// queue is those who wait, in the order in which they came. The first ones are at
// work.
type queue struct {
	places []*place
	atOnce int
}

// place is an update's place in a queue.
type place struct {
	queues  *queues
	key     queueKey
	wants   store.HoldRequest
	turn    chan struct{} // closed when it is the place's turn
	offers  chan *seat    // gets one at most, and none once it is the place's turn
	offered bool          // it got one
}

// enter adds a place for an update that wants something. It is its turn when fewer than
// atOnce of those who came before are left.
func (q *queues) enter(key queueKey, atOnce int, wants store.HoldRequest) *place {
	p := &place{queues: q, key: key, wants: wants, turn: make(chan struct{}), offers: make(chan *seat, 1)}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.all == nil {
		q.all = make(map[queueKey]*queue)
	}
	line := q.all[key]
	if line == nil {
		line = &queue{atOnce: atOnce}
		q.all[key] = line
	}
	line.places = append(line.places, p)
	if len(line.places) <= line.atOnce {
		close(p.turn)
	}
	return p
}

// wait waits until it is the place's turn, it gets a seat in a group, or ctx ends; then it
// leaves. Without a seat it returns nil.
func (p *place) wait(ctx context.Context) (s *seat, err error) {
	select {
	case <-p.turn:
	case s := <-p.offers:
		return s, nil
	case <-ctx.Done():
		p.leave()
		err = ctx.Err()
	}
	select {
	case s := <-p.offers: // it came first
		if err != nil {
			s.refuse()
			return nil, err
		}
		return s, nil
	default:
		return nil, err
	}
}

// invite offers seats to those who wait behind the place, in order, but to nobody a
// second one. What is wanted gets the seat that newSeat returns for it, if any.
func (p *place) invite(most int, newSeat func(store.HoldRequest) (*seat, bool)) []*seat {
	p.queues.mu.Lock()
	defer p.queues.mu.Unlock()
	line := p.queues.all[p.key]
	if line == nil || len(line.places) <= line.atOnce {
		return nil
	}
	var seats []*seat
	for _, next := range line.places[line.atOnce:] {
		if len(seats) == most {
			break
		}
		if next.offered {
			continue
		}
		if s, ok := newSeat(next.wants); ok {
			next.offered = true
			next.offers <- s
			seats = append(seats, s)
		}
	}
	return seats
}

// leave lets the next one go on. It does nothing the second time.
func (p *place) leave() {
	q := p.queues
	q.mu.Lock()
	defer q.mu.Unlock()
	line := q.all[p.key]
	if line == nil {
		return
	}
	at := slices.Index(line.places, p)
	if at < 0 {
		return
	}
	line.places = slices.Delete(line.places, at, at+1)
	switch {
	case len(line.places) == 0:
		delete(q.all, p.key)
	case at < line.atOnce && len(line.places) >= line.atOnce:
		close(line.places[line.atOnce-1].turn)
	}
}

// empty reports whether nobody waits for anything, or is at work.
func (q *queues) empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.all) == 0
}

// has reports whether there is a queue for a key.
func (q *queues) has(key queueKey) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.all[key] != nil
}
