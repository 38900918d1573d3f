package runtime

import (
	"context"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// queues line up the updates of a process that want the same key, once two of them
// have met: each waits until the one before has appended, rather than to find out
// that it was overtaken. Nothing depends on that but how long they take; an update
// that doesn't wait any more does no harm.
type queues struct {
	mu  sync.Mutex
	all map[queueKey]*queue
}

// queueKey names what updates wait for: a key, with the session or the user that it
// belongs to, if it isn't the app's.
type queueKey struct{ app, user, session, key string }

// everything is the key under which those meet that have read all keys of an app's.
const everything = ""

func queueKeyOf(k store.SessionKey, key string) queueKey {
	switch scope, _ := ParseKey(key); {
	case key == everything || scope == ScopeApp:
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
	queues *queues
	key    queueKey
	wants  store.HoldRequest
	turn   chan struct{} // closed when it is the place's turn
	seats  chan *seat    // gets one at most, and none once it is the place's turn
	seated bool          // it got one
}

// enter adds a place for an update that wants something. It is its turn when fewer
// than atOnce of those who came before are left.
func (q *queues) enter(key queueKey, atOnce int, wants store.HoldRequest) *place {
	p := &place{queues: q, key: key, wants: wants, turn: make(chan struct{}), seats: make(chan *seat, 1)}
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

// wait waits until it is the place's turn, it gets a seat in the group of somebody
// before it, or ctx ends; then it leaves.
func (p *place) wait(ctx context.Context) (*seat, error) {
	var err error
	select {
	case <-p.turn:
	case s := <-p.seats:
		return s, nil
	case <-ctx.Done():
		p.leave()
		err = ctx.Err()
	}
	select {
	case s := <-p.seats: // it came first
		if err != nil {
			s.refuse()
			return nil, err
		}
		return s, nil
	default:
		return nil, err
	}
}

// invite gives seats to those who wait behind the place and want what fits, in
// order, but to nobody a second one.
func (p *place) invite(most int, fits func(store.HoldRequest) bool) []*seat {
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
		if !next.seated && fits(next.wants) {
			s := newSeat(next.wants)
			next.seated = true
			next.seats <- s
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

// busy returns one of the keys for which there is a queue, if there is one.
func (q *queues) busy(k store.SessionKey, reads store.Expectation) (string, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.all) == 0 {
		return "", false
	}
	if _, ok := q.all[queueKeyOf(k, everything)]; ok && reads.All {
		return everything, true
	}
	for key := range reads.Values {
		if _, ok := q.all[queueKeyOf(k, key)]; ok {
			return key, true
		}
	}
	return "", false
}
