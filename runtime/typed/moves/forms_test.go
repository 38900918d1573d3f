package moves

import (
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/typed"
)

// TestTodaysValueStays shows that a value of today's form is not taken for an older
// one, even if that could be read from it: the text "-3" in JSON isn't the number.
func TestTodaysValueStays(t *testing.T) {
	counts := func(v any) (map[string]int, error) { return typed.AsMap(v, typed.AsInt) }
	f := Forms{Check: Check(typed.AsJSON), Older: []Older{{Convert: BuiltIn(counts, func(m map[string]int) (any, error) {
		return typed.FromMap(m, typed.FromInt)
	})}}}
	for _, name := range []int{0, 1} {
		stored := map[string]any{"n": "-3"}
		got, moved, err := f.Today(name, stored)
		if moved || err != nil || !reflect.DeepEqual(got, any(stored)) {
			t.Errorf("under name %d: %v, %v, %v", name, got, moved, err)
		}
	}
}
