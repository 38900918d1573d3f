package runtime

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// DamagedValue is what a store puts in the place of a value that can't be decoded.
func DamagedValue(key string, err error) *DamagedError {
	return &DamagedError{Keys: []string{key}, Err: err}
}

// DamagedEvent is what a store puts in the place of an event that can't be
// decoded, and the event's entry in Loaded.Damaged.
func DamagedEvent(seq int64, err error) (*StoredEvent, *DamagedError) {
	damage := &DamagedError{Events: []int64{seq}, Err: withoutText(err)}
	return &StoredEvent{Seq: seq, Writes: []Write{{Value: damage}}}, damage
}

// withoutText returns a decoder's error without the pieces of text in it.
func withoutText(err error) error {
	var syntax *json.SyntaxError
	var mistyped *json.UnmarshalTypeError
	var moment *time.ParseError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("the JSON text is wrong at byte %d", syntax.Offset)
	case errors.As(err, &mistyped):
		return fmt.Errorf("the JSON text has the wrong type at byte %d", mistyped.Offset)
	case errors.As(err, &moment):
		return errors.New("the timestamp is wrong")
	default:
		return err
	}
}

// Damage returns the error if the event is one that DamagedEvent made, or nil.
func (e *StoredEvent) Damage() *DamagedError {
	if len(e.Writes) != 1 || e.Writes[0].Key != "" {
		return nil
	}
	damage, _ := e.Writes[0].Value.(*DamagedError)
	return damage
}

// damage returns all that is damaged as one error, nil if nothing is.
func (l *Loaded) damage() error {
	if len(l.Damaged) == 0 {
		return nil
	}
	if len(l.Damaged) == 1 {
		return l.Damaged[0]
	}
	whole := &DamagedError{}
	var problems []error
	for _, part := range slices.SortedFunc(slices.Values(l.Damaged), compareDamage) {
		whole.Keys = append(whole.Keys, part.Keys...)
		whole.Events = append(whole.Events, part.Events...)
		problems = append(problems, part)
	}
	const shown = 5
	if more := len(problems) - shown; more > 0 {
		problems = append(problems[:shown], fmt.Errorf("and %d more", more))
	}
	whole.Err = errors.Join(problems...)
	return whole
}

// compareDamage puts keys before events.
func compareDamage(a, b *DamagedError) int {
	return cmp.Or(cmp.Compare(len(a.Events), len(b.Events)), slices.Compare(a.Keys, b.Keys), slices.Compare(a.Events, b.Events))
}

// leaveOutDamagedEvents takes them out of the events, and no more than that.
func (l *Loaded) leaveOutDamagedEvents() {
	if !slices.ContainsFunc(l.Damaged, func(d *DamagedError) bool { return len(d.Events) > 0 }) {
		return
	}
	var sound []*StoredEvent // a new list: the other is the store's
	for _, e := range l.Events {
		if e.Damage() == nil {
			sound = append(sound, e)
		}
	}
	l.Events = sound
}

// newHandle returns a handle of what is sound, and an error about the rest.
func newHandle(key SessionKey, l Loaded) (*Session, error) {
	if len(l.Damaged) == 0 {
		return newSession(key, l), nil
	}
	sound := l // which thus costs nothing in most handles
	sound.leaveOutDamagedEvents()
	return newSession(key, sound), key.wrap(sound.damage())
}

// readable returns a current value that a store gave, or the error in its place.
func readable(value any) (any, error) {
	if damage, is := value.(*DamagedError); is {
		return nil, damage
	}
	return value, nil
}
