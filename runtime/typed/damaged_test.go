package typed

import (
	"errors"
	"fmt"
	"iter"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// spoilt is a state that holds values which can't be read, as a session's gives
// them: Get fails, and All yields the error.
type spoilt struct{ runtime.MapState }

func (s spoilt) Get(key string) (any, error) {
	v, err := s.MapState.Get(key)
	if damage, is := v.(*runtime.DamagedError); is {
		return nil, damage
	}
	return v, err
}

func (s spoilt) All() iter.Seq2[string, any] { return s.MapState.All() }

func TestDamagedValues(t *testing.T) {
	damage := store.DamagedValue("seat_2", errors.New("the JSON text is wrong at byte 1"))
	state := spoilt{runtime.MapState{"seat_1": "A", "seat_2": damage, "old": damage}}

	seats, err := LoadFamily(state, NewFamily("seat_{n}", []string{"seat_", ""}), AsString, nil, Param)
	const want = `the stored value of state key "seat_2" can't be read: the JSON text is wrong at byte 1`
	if fmt.Sprint(seats) != "map[1:A]" || err == nil || err.Error() != want {
		t.Errorf("family: %v, error %v", seats, err)
	}
	if _, _, err := Optional(state, "seat_2", AsString); err == nil || err.Error() != want {
		t.Errorf("getter: error %v", err)
	}
	if err := SetString((&Moves{Key: "new", Names: []string{"old"}}).To(state), "new", "x"); err != nil {
		t.Errorf("a damaged value under an old name: %v", err)
	}
	if _, there := state.MapState["old"]; there || state.MapState["new"] != "x" {
		t.Errorf("after the write: %v", state.MapState)
	}
}
