package runtime

import (
	"errors"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/store"
)

func TestDamagedErrorOfMany(t *testing.T) {
	var l store.Loaded
	if err := damageOf(&l); err != nil {
		t.Error(err)
	}
	cause := errors.New("the JSON text is wrong at byte 3")
	for _, seq := range []int64{12, 9} {
		e, damage := store.DamagedEvent(seq, cause)
		if e.Damage() != damage || e.Seq != seq {
			t.Errorf("event %d stands for %v", e.Seq, e.Damage())
		}
		l.Damaged = append(l.Damaged, damage)
	}
	for _, key := range []string{"user:b", "a", "app:c", "z"} {
		l.Damaged = append(l.Damaged, store.DamagedValue(key, cause))
	}
	const want = `the stored value of state key "a" can't be read: the JSON text is wrong at byte 3; ` +
		`the stored value of state key "app:c" can't be read: the JSON text is wrong at byte 3; ` +
		`the stored value of state key "user:b" can't be read: the JSON text is wrong at byte 3; ` +
		`the stored value of state key "z" can't be read: the JSON text is wrong at byte 3; ` +
		`the stored event 9 can't be read: the JSON text is wrong at byte 3; and 1 more`
	err := damageOf(&l)
	if err.Error() != want {
		t.Errorf(" got %v\nwant %s", err, want)
	}
	var damage *DamagedError
	if !errors.As(err, &damage) || len(damage.Keys) != 4 || damage.Keys[0] != "a" || len(damage.Events) != 2 || damage.Events[1] != 12 || !errors.Is(err, cause) {
		t.Errorf("%+v", damage)
	}
}
