package typed_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

var state runtime.State = runtime.MapState{"n": 5, "s": "text", "f": 1.5}

func TestGettersAllocateNothing(t *testing.T) {
	for name, read := range map[string]func(){
		"Int":       func() { _, _ = typed.Int(state, "n") },
		"Int64":     func() { _, _ = typed.Int64(state, "n") },
		"StringOr":  func() { _, _ = typed.StringOr(state, "s", "x") },
		"OptFloat":  func() { _, _, _ = typed.OptFloat(state, "f") },
		"AsInt(5.)": func() { _, _ = typed.AsInt(5.0) },
	} {
		if n := testing.AllocsPerRun(100, read); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
