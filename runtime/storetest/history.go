package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	goruntime "runtime"
	"sync/atomic"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
)

var historyTests = []test{
	{"OneService", func(e *env) { explainHistories(e, e.svc, e.svc) }},
	{"TwoServices", func(e *env) {
		if e.again != nil {
			explainHistories(e, e.svc, e.again(e))
		}
	}},
}

// explainHistories has random parties write, read and update the same few keys,
// and looks for a serial order that explains what each of them saw.
func explainHistories(e *env, services ...*runtime.Service) {
	for seed := range uint64(rounds(60)) {
		history, err := record(e.Context(), seed, services...)
		e.must(err)
		if err := explain(history); err != nil {
			e.Fatalf("history %d: %v", seed, err)
		}
	}
}

// party is one who acts on a session of its own or on one shared with another.
type party struct {
	svc     *runtime.Service
	session *runtime.Session
	random  *rand.Rand
	clock   *atomic.Int64 // of all parties: counts the beginnings and ends
	history []operation
}

const (
	parties  = 6
	actsEach = 4
)

// record has all parties act at once, in an app of their own, and returns what
// they did and saw.
func record(ctx context.Context, seed uint64, services ...*runtime.Service) ([]operation, error) {
	all := make([]*party, parties)
	clock := new(atomic.Int64)
	for i := range all {
		p := &party{svc: services[i%len(services)], clock: clock, random: rand.New(rand.NewPCG(seed, uint64(i)))}
		all[i] = p
		request := runtime.GetRequest{AppName: fmt.Sprint("history", seed), UserID: user, SessionID: fmt.Sprint(i % 3)}
		_, err := p.svc.Create(ctx, runtime.CreateRequest{AppName: request.AppName, UserID: user, SessionID: request.SessionID})
		if err != nil && !errors.Is(err, runtime.ErrSessionExists) {
			return nil, err
		}
		if p.session, err = p.svc.Get(ctx, request); err != nil {
			return nil, err
		}
	}
	var wait parallel.Group
	problems := make([]error, parties)
	for i, p := range all {
		wait.Go(func() { problems[i] = p.act(ctx, i) })
	}
	wait.Wait()
	var history []operation
	for _, p := range all {
		history = append(history, p.history...)
	}
	return history, errors.Join(problems...)
}

// act does a few things one after the other. A third of the parties only write,
// a third only read, and a third update.
func (p *party) act(ctx context.Context, i int) error {
	do := []func(context.Context, *operation) error{p.write, p.read, p.update}[i/(parties/3)]
	for n := range actsEach {
		op := operation{party: fmt.Sprintf("%d in %s", i, p.session.ID()), saw: map[string]int{}, set: map[string]int{}, add: map[string]int{}}
		value := unit * (1 + i*actsEach + n)
		op.set[""] = value // what the operation sets keys to, until it is known which
		op.began = p.clock.Add(1)
		if err := do(ctx, &op); err != nil {
			return fmt.Errorf("party %d: %w", i, err)
		}
		op.ended = p.clock.Add(1)
		delete(op.set, "")
		p.history = append(p.history, op)
		for range p.random.IntN(3) {
			goruntime.Gosched()
		}
	}
	return nil
}

// historyKeys are the keys that parties act on.
var historyKeys = []string{"a", "b", "user:a", "user:b", "app:a", "app:b"}

func (p *party) key() string { return historyKeys[p.random.IntN(len(historyKeys))] }

// globalKey tells the keys of different sessions apart.
func (p *party) globalKey(key string) string {
	if scope, _ := runtime.ParseKey(key); scope == runtime.ScopeSession {
		return p.prefixes()[0] + key
	}
	return key
}

// prefixes are those of the keys that the party's session shows.
func (p *party) prefixes() []string {
	return []string{"session " + p.session.ID() + ":", "user:", "app:"}
}

// write appends without reading: it sets a key, unsets it or adds to it, two
// times out of three together with another one.
func (p *party) write(ctx context.Context, op *operation) error {
	delta := runtime.Delta{}
	for range 1 + p.random.IntN(3)/2 {
		delta[p.key()] = []any{op.set[""], op.set[""], nil, sum(1)}[p.random.IntN(4)]
	}
	if err := p.svc.AppendEvent(ctx, p.session, change(delta)); err != nil {
		return err
	}
	for key, value := range delta {
		key = p.globalKey(key)
		switch value := value.(type) {
		case int:
			op.set[key] = value
		case nil:
			op.unset = append(op.unset, key)
		default:
			op.add[key] = 1
		}
	}
	return nil
}

// read looks at the whole state.
func (p *party) read(ctx context.Context, op *operation) error {
	s, err := p.svc.Get(ctx, runtime.GetRequest{
		AppName: p.session.AppName(), UserID: p.session.UserID(), SessionID: p.session.ID(), NumRecentEvents: -1})
	if err != nil {
		return err
	}
	return p.seeAll(s.State(), op)
}

func (p *party) seeAll(state runtime.ReadonlyState, op *operation) error {
	op.all = p.prefixes()
	for key, value := range state.All() {
		n, ok := value.(int)
		if !ok {
			return fmt.Errorf("%s holds %v", key, value)
		}
		op.saw[p.globalKey(key)] = n
	}
	return nil
}

// update reads all keys or two of them, and sets another one, or one that it has
// read. What it saw is what its function saw when it ran for the last time.
func (p *party) update(ctx context.Context, op *operation) error {
	all, keys, target := p.random.IntN(2) == 0, []string{p.key(), p.key()}, p.key()
	nothing := p.random.IntN(5) == 0 // is what it writes
	value := op.set[""]
	var seen operation
	err := runtime.Update(ctx, p.svc, p.session, by("updater"), func(st runtime.State) error {
		seen = operation{saw: map[string]int{}, set: map[string]int{}}
		if all {
			if err := p.seeAll(st, &seen); err != nil {
				return err
			}
		}
		for _, key := range keys {
			if err := p.see(st, key, &seen); err != nil {
				return err
			}
		}
		goruntime.Gosched()
		if nothing {
			return nil
		}
		seen.set[p.globalKey(target)] = value
		return st.Set(target, value)
	})
	op.saw, op.missed, op.all, op.set = seen.saw, seen.missed, seen.all, seen.set
	return err
}

func (p *party) see(st runtime.State, key string, op *operation) error {
	switch value, err := st.Get(key); {
	case err == nil:
		n, ok := value.(int)
		if !ok {
			return fmt.Errorf("%s holds %v", key, value)
		}
		op.saw[p.globalKey(key)] = n
	case runtime.IsMissing(err):
		op.missed = append(op.missed, p.globalKey(key))
	default:
		return err
	}
	return nil
}
