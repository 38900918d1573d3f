package instructionsstategen

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

func TestDefaults(t *testing.T) {
	for _, c := range []struct {
		state runtime.MapState
		want  string
	}{
		{runtime.MapState{}, `Hello friend 3 {{literal}} ["a","b"]  1m30s`},
		{runtime.MapState{"name": nil, "user:visits": 5, "tags": []any{}, "city": "Oslo", "pause": "2s"}, `Hello friend 5 {{literal}} [] Oslo 2s`},
	} {
		if got, err := GreeterInstruction(c.state); got != c.want || err != nil {
			t.Errorf("got %q, %v; want %q", got, err, c.want)
		}
	}
}
