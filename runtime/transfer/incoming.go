package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// incoming is a session that is being imported.
type incoming struct {
	owner
	st          store.Store // nil: only check
	sizes       store.Sizes
	text        json.RawMessage
	want        map[string]any // the state that the file has
	state       map[string]any // what the events so far come to
	next        int64          // number of the next event
	pruned      int64          // how many events were removed before: the others count from 1 again
	written     int64
	incarnation int64
	made        bool                 // by this import
	last        int64                // number of the last event that this import has stored
	fatal       bool                 // the store has failed, and not this session
	there       bool                 // it was in the store before
	ahead       []*store.StoredEvent // of those that were there, the next ones
}

func newIncoming(st store.Store, sizes store.Sizes, j *job) *incoming {
	return &incoming{owner: j.owner, st: st, sizes: sizes.OrDefault(), text: j.line.State, state: make(map[string]any)}
}

// begin checks the first line.
func (s *incoming) begin(context.Context) error {
	if s.ID != "" && s.User == "" {
		return errors.New("a session has no user")
	}
	v, err := runtime.DecodeValue(s.text)
	state, ok := v.(map[string]any)
	if err != nil || !ok {
		return errors.New("the state is not a JSON object")
	}
	for key, v := range state {
		scope, name := runtime.ParseKey(key)
		if scope != s.scope() || name == "" {
			return fmt.Errorf("the state key %q doesn't belong there", key)
		}
		if _, err := runtime.Normalize(key, v); err != nil {
			return err
		}
		if v == nil {
			return fmt.Errorf("the state key %q is null", key)
		}
		if err := s.sizes.CheckValue(store.Write{Key: key, Value: v}); err != nil {
			return err
		}
	}
	s.want = state
	return nil
}

// take takes the next line.
func (s *incoming) take(ctx context.Context, n numbered) error {
	if n.End != nil {
		return s.end(ctx, n.Error)
	}
	e := new(store.StoredEvent)
	if err := e.UnmarshalJSON(n.Event); err != nil {
		return err
	}
	if n.Host != nil {
		if e.Extra == nil {
			e.Extra = &store.Extra{}
		}
		e.Extra.Host = runtime.HostData(*n.Host)
	}
	return s.event(ctx, e)
}

// event imports the next event, unless it is there.
func (s *incoming) event(ctx context.Context, e *store.StoredEvent) error {
	e.Timestamp = e.Timestamp.UTC()
	if through := e.SnapshotOf(); s.next == 0 && through > 0 {
		s.pruned, e.InvocationID = through, "0"
	}
	if s.next > 0 {
		e.Seq -= s.pruned
	}
	if e.Seq != s.next {
		return fmt.Errorf("event %q has number %d, and %d is the next", e.ID, e.Seq+s.pruned, s.next+s.pruned)
	}
	if err := runtime.CheckStored(s.key(), e); err != nil {
		return err
	}
	if err := s.limits(e).Check(e.Writes); err != nil {
		return err
	}
	before := s.before(e)
	writes, err := s.replay(e)
	if err != nil {
		return err
	}
	s.next++
	if s.st == nil {
		return nil
	}
	return s.store(ctx, e, writes, before)
}

// limits returns those of an event: what a history was cut down to holds the whole state.
func (s *incoming) limits(e *store.StoredEvent) store.Sizes {
	if e.Seq == 0 && e.Author == store.SnapshotAuthor {
		return store.Sizes{Value: s.sizes.Value, Delta: store.AnySize.Delta}
	}
	return s.sizes
}

// before returns what the session's keys hold that the event merges with; nil if it
// merges nothing.
func (s *incoming) before(e *store.StoredEvent) map[string]any {
	var values map[string]any
	for _, w := range e.Writes {
		op, ok := w.Value.(runtime.Op)
		if scope, _ := runtime.ParseKey(w.Key); !ok || scope != s.scope() || scope != runtime.ScopeSession {
			continue
		}
		if values == nil {
			values = make(map[string]any)
		}
		for _, key := range slices.Concat(op.Old, []string{w.Key}) {
			if scope, _ := runtime.ParseKey(key); scope == runtime.ScopeSession {
				values[key] = s.state[key]
			}
		}
	}
	return values
}

// replay returns what an event writes to the session's own state: plain values. What
// sessions share is set as a whole, for other sessions' events write it, too.
func (s *incoming) replay(e *store.StoredEvent) ([]store.Write, error) {
	a := &store.Append{Event: new(store.StoredEvent), MaxValue: s.sizes.Value}
	for _, w := range e.Writes {
		if scope, _ := runtime.ParseKey(w.Key); scope == s.scope() && scope == runtime.ScopeSession {
			a.Event.Writes = append(a.Event.Writes, w)
		}
	}
	writes, err := a.Resolve(s.state)
	if err != nil {
		return nil, fmt.Errorf("replay of event %q: %w", e.ID, err)
	}
	for _, w := range writes {
		if s.state[w.Key] = w.Value; w.Value == nil {
			delete(s.state, w.Key)
		}
	}
	return append([]store.Write{}, writes...), nil // not nil
}

// store stores the event, or compares it with what is there. What merges came to takes the
// place only of what it was merged with: a program may have appended meanwhile.
func (s *incoming) store(ctx context.Context, e *store.StoredEvent, writes []store.Write, before map[string]any) error {
	if e.Seq == 0 && !s.there {
		err := s.create(ctx, e, writes)
		if !errors.Is(err, store.ErrSessionExists) {
			return err
		}
		s.there = true
	}
	if s.there {
		same, err := s.compare(ctx, e)
		if same || err != nil {
			return err
		}
		s.there = false // from here on it has none
	}
	number := e.Seq
	e.Seq = 0
	a := &store.Append{Session: s.key(), Incarnation: s.incarnation, Event: e, Instead: writes}
	a.Expect.Values = before
	done, err := s.st.Append(ctx, a)
	var conflict *store.ConflictError
	if errors.As(err, &conflict) {
		return fmt.Errorf("event %q merges with %q, which has been changed meanwhile: %w", e.ID, conflict.Keys, ErrInUse)
	}
	if err != nil {
		return s.failed(err)
	}
	if s.written++; done.Seq != number {
		return fmt.Errorf("event %q got number %d instead of %d: %w", e.ID, done.Seq, number, ErrInUse)
	}
	s.last = number
	return nil
}

// create creates the session. State that sessions share is set here, as a whole.
func (s *incoming) create(ctx context.Context, e *store.StoredEvent, writes []store.Write) error {
	if s.ID == "" {
		if err := s.checkFree(ctx); err != nil {
			return err
		}
		for key, v := range s.want {
			writes = append(writes, store.Write{Key: key, Value: v})
		}
	}
	made, err := s.st.Create(ctx, &store.Append{Session: s.key(), Event: e, Instead: writes})
	if err != nil {
		return s.failed(err)
	}
	s.made, s.incarnation = true, made.Incarnation
	s.written++
	return nil
}

// checkFree returns an error if there is shared state that nobody has imported.
func (s *incoming) checkFree(ctx context.Context) error {
	loaded, err := s.st.Load(ctx, s.key(), store.EventQuery{None: true})
	switch {
	case errors.Is(err, store.ErrSessionNotFound):
		return nil
	case err != nil:
		return s.failed(err)
	case loaded.Incarnation != 0:
		return store.ErrSessionExists
	}
	if has := ownState(s.owner, &loaded); len(has) > 0 {
		return ErrInUse
	}
	return nil
}

// compare reports whether the store has the event; it is an error if it has another
// one in its place. False: it has none.
func (s *incoming) compare(ctx context.Context, e *store.StoredEvent) (bool, error) {
	if len(s.ahead) == 0 {
		var err error
		s.ahead, err = s.st.Events(ctx, s.key(), store.EventQuery{AfterSeq: e.Seq - 1, First: page})
		if err != nil {
			return false, s.failed(err)
		}
	}
	if len(s.ahead) == 0 {
		return false, nil
	}
	there := s.ahead[0]
	s.ahead = s.ahead[1:]
	if d := there.Damage(); d != nil {
		return false, d
	}
	has, err := unmarked(there)
	if err != nil {
		return false, err
	}
	if text, err := unmarked(e); err != nil || string(text) != string(has) {
		return false, errors.Join(err, fmt.Errorf("event %q is %d in the file: %w", e.ID, e.Seq, ErrInUse))
	}
	return true, nil
}

// unmarked returns an event's JSON without the marks of purges: they make no other event of it.
func unmarked(e *store.StoredEvent) ([]byte, error) {
	bare := *e
	if e.Extra != nil {
		bare.Extra = &store.Extra{Host: e.Extra.Host, Resolved: e.Extra.Resolved}
	}
	return bare.MarshalJSON()
}

// end checks what the events came to.
func (s *incoming) end(ctx context.Context, problem string) error {
	if s.ID == "" {
		if s.next == 0 {
			err := s.event(ctx, s.creation())
			s.next = 0
			return err
		}
		return nil
	}
	switch {
	case problem != "":
		return fmt.Errorf("it could not be exported whole: %s", problem)
	case s.next == 0:
		return errors.New("the session has no events; the first one records its creation")
	}
	for key := range s.want {
		if !reflect.DeepEqual(s.want[key], s.state[key]) {
			return fmt.Errorf("the session's events don't come to the value of %q in its state", key)
		}
	}
	for key := range s.state {
		if _, ok := s.want[key]; !ok {
			return fmt.Errorf("the session's events set %q, and its state doesn't have it", key)
		}
	}
	return nil
}

// creation is the event under which shared state is imported that has no history: the
// same for the same state.
func (s *incoming) creation() *store.StoredEvent {
	text, _ := runtime.EncodeValue(maps.Clone(s.want)) // which was decoded
	return &store.StoredEvent{
		ID: fmt.Sprintf("import-%x", sha256.Sum256(text)), Author: "import", Timestamp: time.Unix(0, 0).UTC(),
	}
}

// failed notes an error that is not this session's.
func (s *incoming) failed(err error) error {
	s.fatal = !errors.Is(err, store.ErrSessionExists) && !errors.Is(err, store.ErrEventExists) && !errors.Is(err, store.ErrSessionNotFound)
	return err
}

// undo removes a session that this import has made and that turned out to be wrong, unless
// somebody has appended to it since.
func (s *incoming) undo(ctx context.Context) error {
	if !s.made || s.ID == "" || s.fatal || ctx.Err() != nil {
		return nil
	}
	err := s.st.Delete(ctx, store.DeleteQuery{Session: s.key(), Incarnation: s.incarnation, Last: s.last})
	if err == nil {
		s.written = 0
	}
	return err
}
