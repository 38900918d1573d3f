package instruction

import (
	"fmt"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// notedState notes the keys that are looked up.
type notedState struct {
	runtime.MapState
	keys []string
}

func (s *notedState) Get(key string) (any, error) {
	s.keys = append(s.keys, key)
	return s.MapState.Get(key)
}

func (s *notedState) All() iter.Seq2[string, any] { return s.MapState.All() }

// outcomeOf is what a dialect makes of a text, as the table says it.
func outcomeOf(text string, d Dialect) string {
	state := &notedState{MapState: runtime.MapState{"a": "VA", "b": "VB", "c": "VC", "user:name": "Ann", "app:x": "AX", "temp:x": "TX", "invocation:x": "INV"}}
	artifact := func(name string) (string, error) {
		if d == Stategen {
			state.keys = append(state.keys, "artifact."+name)
		}
		return "", fmt.Errorf("there is no artifact %q", name)
	}
	out, err := Inject(text, state, Options{Grammar: Grammar{Dialect: d, Brace: true}, Artifact: artifact})
	result := strconv.QuoteToGraphic(out)
	if err != nil {
		result = "ERR"
	}
	if len(state.keys) == 0 {
		state.keys = []string{"-"}
	}
	return strings.Join(state.keys, ",") + " → " + result
}

// TestObserved holds all dialects to what was seen of texts that users of several
// frameworks write.
func TestObserved(t *testing.T) {
	table, err := os.ReadFile("testdata/observed.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.DeleteFunc(strings.Split(strings.TrimSpace(string(table)), "\n"), func(l string) bool { return strings.HasPrefix(l, "#") })
	if len(lines) != 75 {
		t.Errorf("the table has %d texts", len(lines))
	}
	for _, line := range lines {
		columns := strings.Split(line, "\t")
		text, err := strconv.Unquote(columns[0])
		if err != nil || len(columns) != 6 {
			t.Fatalf("%s: %v", line, err)
		}
		for i, d := range []Dialect{ADK, Stategen, TRPC} {
			if got := outcomeOf(text, d); got != columns[i+1] {
				t.Errorf("%s in dialect %v: got %s, want %s", columns[0], d, got, columns[i+1])
			}
		}
	}
}
