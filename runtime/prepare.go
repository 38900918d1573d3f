package runtime

import (
	"cmp"
	cryptorand "crypto/rand"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// The first second of the years that events lie in, and of those after them,
// in Unix time.
const (
	year1     = -62135596800
	year10000 = 253402300800
)

// now returns the current time as events keep it.
func now() time.Time { return storedTime(time.Now()) }

// storedTime is the form in which stores keep times.
func storedTime(t time.Time) time.Time { return time.UnixMicro(t.UnixMicro()).UTC() }

// filterTime is the form in which stores take a time to compare events with. No
// event lies outside the years 1 to 9999, nor may a store's integers reach far
// beyond them.
func filterTime(t time.Time) time.Time {
	switch {
	case t.IsZero() || t.Unix() < year1:
		return time.Time{}
	case t.Unix() >= year10000:
		return time.Unix(year10000, 0).UTC()
	default:
		return storedTime(t)
	}
}

// stamp fills in what a caller may leave out of an event. It writes to the
// caller's event, so that a second try is recognised as the same one.
func stamp(e *Event) (filled stamps) {
	if e.Timestamp.IsZero() {
		e.Timestamp, filled.timestamp = now(), true
	}
	if e.ID == "" {
		e.ID, filled.id = newID(e.Timestamp), true
	}
	return filled
}

// stamps says what of an event the service filled in.
type stamps struct{ id, timestamp bool }

// prepare checks a caller's event, stamps it, and returns it as a store takes
// it: a deep copy in normal form, without temp keys.
func prepare(key store.SessionKey, e *Event, most Sizes) (*store.StoredEvent, stamps, error) {
	if err := checkEvent(e); err != nil {
		return nil, stamps{}, err
	}
	content, err := normalContent(e.Content)
	if err != nil {
		return nil, stamps{}, err
	}
	out := newStoredEvent(len(e.Actions.StateDelta))
	atMost := 0
	if out.Writes, atMost, err = addDelta(out.Writes, e.Actions.StateDelta); err != nil {
		return nil, stamps{}, err
	}
	if err := checkWrites(key, out.Writes); err != nil {
		return nil, stamps{}, err
	}
	if atMost > min(most.Value, most.Delta) { // as few are
		if err := most.Check(out.Writes); err != nil {
			return nil, stamps{}, err
		}
	}
	filled := stamp(e)
	out.ID, out.InvocationID, out.Author, out.Branch = e.ID, e.InvocationID, e.Author, e.Branch
	out.Timestamp, out.Content = storedTime(e.Timestamp), content
	if e.Host != "" {
		out.Extra = &store.Extra{Host: e.Host}
	}
	return out, filled, nil
}

// newStoredEvent returns an event with room for a number of writes: small
// deltas, as most are, lie beside their event in one piece of memory.
func newStoredEvent(writes int) *store.StoredEvent {
	switch {
	case writes == 0:
		return new(store.StoredEvent)
	case writes <= 2:
		e := new(struct {
			store.StoredEvent
			room [2]store.Write
		})
		e.Writes = e.room[:0]
		return &e.StoredEvent
	case writes <= 5:
		e := new(struct {
			store.StoredEvent
			room [5]store.Write
		})
		e.Writes = e.room[:0]
		return &e.StoredEvent
	default:
		return &store.StoredEvent{Writes: make([]store.Write, 0, writes)}
	}
}

// addDelta appends a deep copy of a delta in normal form, without temp keys. Those
// are checked like all others, so that a mistake is reported for every key. The keys and
// the JSON texts of the values are together no longer than atMost.
func addDelta(writes []store.Write, d Delta) (_ []store.Write, atMost int, _ error) {
	for key, entry := range d {
		scope, entry, size, err := value.NormalizeEntry(key, entry)
		if err != nil {
			return nil, 0, err
		}
		if scope != ScopeTemp {
			writes = append(writes, store.Write{Key: key, Value: entry})
			atMost += len(key) + size
		}
	}
	return writes, atMost, nil
}

// checkWrites keeps keys out of events that belong to no session, or to no
// user, where they would be nobody's.
func checkWrites(k store.SessionKey, writes []store.Write) error {
	if k.SessionID != "" {
		return nil
	}
	for _, w := range writes {
		if scope, _ := ParseKey(w.Key); scope == ScopeSession || scope == ScopeUser && k.UserID == "" {
			return &ArgumentError{Name: "state key", Problem: fmt.Sprintf("%q belongs to a %s, and the event is not appended to one", w.Key, scope)}
		}
	}
	return nil
}

// checkEvent checks what a caller filled in of an event.
func checkEvent(e *Event) error {
	if e.ID != "" {
		if err := names.Check("event ID", e.ID); err != nil {
			return err
		}
	}
	err := cmp.Or(
		checkField("event's invocation ID", e.InvocationID), checkField("event's author", e.Author),
		checkField("event's branch", e.Branch), checkHost(e.Host),
	)
	if err != nil {
		return err
	}
	if s := e.Timestamp.Unix(); s < year1 || s >= year10000 {
		return &ArgumentError{Name: "event's timestamp", Problem: "is not within the years 1 to 9999"}
	}
	return nil
}

func checkHost(h HostData) error {
	const name = "event's host data"
	switch {
	case h == "":
		return nil
	case len(h) > store.MaxHostSize:
		return &ArgumentError{Name: name, Problem: fmt.Sprintf("is longer than %d bytes", store.MaxHostSize)}
	case !h.Valid():
		return &ArgumentError{Name: name, Problem: "is not one valid JSON value without white space around it"}
	}
	return nil
}

func checkField(name, text string) error {
	if problem := value.TextProblem(text); problem != "" {
		return &ArgumentError{Name: name, Problem: problem}
	}
	return nil
}

// normalContent returns a deep copy of a content in normal form.
func normalContent(c *Content) (*Content, error) {
	if c == nil {
		return nil, nil
	}
	if err := checkField("content's role", c.Role); err != nil {
		return nil, err
	}
	out := &Content{Role: c.Role}
	for i, p := range c.Parts {
		part, err := normalPart(fmt.Sprintf("content part %d", i+1), p)
		if err != nil {
			return nil, err
		}
		out.Parts = append(out.Parts, part)
	}
	return out, nil
}

func normalPart(name string, p Part) (Part, error) {
	if err := checkField(name, p.Text); err != nil {
		return Part{}, err
	}
	var err error
	if call := p.FunctionCall; call != nil {
		p.FunctionCall = &FunctionCall{ID: call.ID, Name: call.Name}
		p.FunctionCall.Args, err = normalFields(name, call.ID, call.Name, call.Args)
	}
	if answer := p.FunctionResponse; answer != nil && err == nil {
		p.FunctionResponse = &FunctionResponse{ID: answer.ID, Name: answer.Name}
		p.FunctionResponse.Response, err = normalFields(name, answer.ID, answer.Name, answer.Response)
	}
	return p, err
}

func normalFields(part, id, name string, fields map[string]any) (map[string]any, error) {
	for _, text := range []string{id, name} {
		if err := checkField(part, text); err != nil {
			return nil, err
		}
	}
	if len(fields) == 0 {
		return nil, nil
	}
	v, err := Normalize(part, fields)
	if err != nil {
		return nil, err
	}
	return v.(map[string]any), nil
}

// newID returns an ID that no other event or invocation has: the microsecond in
// which it is made, then 64 random bits. It must be unique, not secret. IDs that
// are made one after the other are in order, so that a database's index of them
// grows at its end, and not everywhere.
func newID(at time.Time) string {
	const times, randoms, alphabet = 11, 13, "234567ABCDEFGHIJKLMNOPQRSTUVWXYZ" // five bits a letter
	var text [times + randoms]byte
	micros, random := uint64(at.UnixMicro()), rand.Uint64()
	for i := times - 1; i >= 0; i-- {
		text[i] = alphabet[micros%32]
		micros /= 32
	}
	for i := times; i < len(text); i++ {
		text[i] = alphabet[random%32]
		random /= 32
	}
	return string(text[:])
}

// newSessionID returns a random ID that nobody can guess: who knows a session's
// ID may be let in to it.
func newSessionID() string { return cryptorand.Text() }

// CheckStored checks an event that a program is about to hand to a store itself, as
// AppendEvent checks one, and the names of its session: whose user and ID may be empty
// for state that sessions share; but not how large it is. Errors: those of bad input.
func CheckStored(key store.SessionKey, e *store.StoredEvent) error {
	if err := checkNames(key); err != nil {
		return err
	}
	if err := names.Check("event ID", e.ID); err != nil {
		return err
	}
	event := e.Event()
	if event.Timestamp.IsZero() {
		return &ArgumentError{Name: "event's timestamp", Problem: "is missing"}
	}
	checked, _, err := prepare(key, event, store.AnySize)
	if err != nil {
		return err
	}
	if !checked.Timestamp.Equal(e.Timestamp) {
		return &ArgumentError{Name: "event's timestamp", Problem: "is not in whole microseconds"}
	}
	if len(checked.Writes) != len(e.Writes) {
		return &ArgumentError{Name: "event", Problem: "writes a temp key or writes a key twice"}
	}
	for k, v := range event.Actions.Resolved {
		if _, err := Normalize(k, v); err != nil {
			return err
		}
	}
	return nil
}

func checkNames(key store.SessionKey) error {
	if key.SessionID != "" {
		return names.CheckSession(key)
	}
	return names.CheckShared(key)
}
