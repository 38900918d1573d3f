package runtime

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// damageOf returns all that is damaged as one error, nil if nothing is.
func damageOf(l *store.Loaded) error {
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
func leaveOutDamagedEvents(l *store.Loaded) {
	if !slices.ContainsFunc(l.Damaged, func(d *DamagedError) bool { return len(d.Events) > 0 }) {
		return
	}
	var sound []*store.StoredEvent // a new list: the other is the store's
	for _, e := range l.Events {
		if e.Damage() == nil {
			sound = append(sound, e)
		}
	}
	l.Events = sound
}

// newHandle returns a handle of what is sound, and an error about the rest.
func newHandle(key store.SessionKey, l store.Loaded) (*Session, error) {
	if len(l.Damaged) == 0 {
		return newSession(key, l), nil
	}
	sound := l // which thus costs nothing in most handles
	leaveOutDamagedEvents(&sound)
	return newSession(key, sound), names.Wrap(key, damageOf(&sound))
}
