package turns

import (
	"context"
	"slices"
	"sync"
)

// Queues line up the goroutines of a process that want the same, named by a key, once
// two of them have met: each waits until the one before is done, rather than to find
// out that it was overtaken. Nothing depends on that but how long they take; who
// doesn't wait any more does no harm.
//
// Who has a place in a queue says what it wants, W. The one at work may offer to do
// that along with its own: S.
type Queues[K comparable, W any, S Offer] struct {
	mu  sync.Mutex
	all map[K]*queue[K, W, S]
}

// Offer is what somebody may get who waits.
type Offer interface {
	Refuse() // by who can't take it any more
}

// queue is those who wait, in the order in which they came. The first ones are at
// work.
type queue[K comparable, W any, S Offer] struct {
	places []*Place[K, W, S]
	atOnce int
}

// Place is somebody's place in a queue.
type Place[K comparable, W any, S Offer] struct {
	queues  *Queues[K, W, S]
	key     K
	wants   W
	turn    chan struct{} // closed when it is the place's turn
	offers  chan S        // gets one at most, and none once it is the place's turn
	offered bool          // it got one
}

// Enter adds a place for somebody who wants something. It is its turn when fewer
// than atOnce of those who came before are left.
func (q *Queues[K, W, S]) Enter(key K, atOnce int, wants W) *Place[K, W, S] {
	p := &Place[K, W, S]{queues: q, key: key, wants: wants, turn: make(chan struct{}), offers: make(chan S, 1)}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.all == nil {
		q.all = make(map[K]*queue[K, W, S])
	}
	line := q.all[key]
	if line == nil {
		line = &queue[K, W, S]{atOnce: atOnce}
		q.all[key] = line
	}
	line.places = append(line.places, p)
	if len(line.places) <= line.atOnce {
		close(p.turn)
	}
	return p
}

// Wait waits until it is the place's turn, it gets an offer of somebody before it, or
// ctx ends; then it leaves. Without an offer it returns the zero value.
func (p *Place[K, W, S]) Wait(ctx context.Context) (s S, err error) {
	select {
	case <-p.turn:
	case s := <-p.offers:
		return s, nil
	case <-ctx.Done():
		p.Leave()
		err = ctx.Err()
	}
	var none S
	select {
	case s := <-p.offers: // it came first
		if err != nil {
			s.Refuse()
			return none, err
		}
		return s, nil
	default:
		return none, err
	}
}

// Invite makes offers to those who wait behind the place, in order, but to nobody a
// second one. What is wanted gets the offer that newOffer returns for it, if any.
func (p *Place[K, W, S]) Invite(most int, newOffer func(W) (S, bool)) []S {
	p.queues.mu.Lock()
	defer p.queues.mu.Unlock()
	line := p.queues.all[p.key]
	if line == nil || len(line.places) <= line.atOnce {
		return nil
	}
	var offers []S
	for _, next := range line.places[line.atOnce:] {
		if len(offers) == most {
			break
		}
		if next.offered {
			continue
		}
		if s, ok := newOffer(next.wants); ok {
			next.offered = true
			next.offers <- s
			offers = append(offers, s)
		}
	}
	return offers
}

// Leave lets the next one go on. It does nothing the second time.
func (p *Place[K, W, S]) Leave() {
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

// Empty reports whether nobody waits for anything, or is at work.
func (q *Queues[K, W, S]) Empty() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.all) == 0
}

// Has reports whether there is a queue for a key.
func (q *Queues[K, W, S]) Has(key K) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.all[key] != nil
}
