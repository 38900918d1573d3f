package instructionsadk

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

func TestGreeter(t *testing.T) {
	m := runtime.MapState{
		"nick": "Bo", "step": "done", "user:visits": 3.0, "flight": map[string]any{"price": 1.5, "number": "<A>"},
		"tags": []any{"x"}, "departs": "2026-01-02T03:04:05Z",
	}
	text, err := GreeterInstruction(m)
	want := "Hello Bo, you are at done.\n3 visits; {\"number\":\"<A>\",\"price\":1.5} [\"x\"] 2026-01-02T03:04:05Z\n" +
		"JSON stays: {\"a\": 1} and {x y}.  \n"
	if text != want || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

// What a comment calls text is text, and the model reads no comment.
func TestLiteral(t *testing.T) {
	text, err := LiteralInstruction(runtime.MapState{"name": "# stategen:text {name}"})
	if want := "Never write {password} or {{password}}.\nAsk # stategen:text {name}.\n"; text != want || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

// What is not set has its default.
func TestDefaults(t *testing.T) {
	text, err := GreeterInstruction(runtime.MapState{"step": "done"})
	if want := "Hello friend, you are at done.\n0 visits;  [] \n"; !strings.HasPrefix(text, want) || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestErrors(t *testing.T) {
	for want, m := range map[string]runtime.MapState{
		`greeter:1:26: state key "step" is not set`:                                                         {"name": "x"},
		`greeter:1:26: cannot insert state key "step": want Step ("search", "done"), found string "flying"`: {"name": "x", "step": "flying"},
	} {
		_, err := GreeterInstruction(m)
		var e *instruction.Error
		if !errors.As(err, &e) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestArtifacts(t *testing.T) {
	text, err := WithFileInstruction(runtime.MapState{}, func(name string) (string, error) {
		if name == "more" {
			return "", fs.ErrNotExist
		}
		return "the " + name, nil
	})
	if text != "Read the notes.txt and " || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	if _, err := WithFileInstruction(runtime.MapState{}, nil); !errors.Is(err, instruction.ErrNoArtifacts) {
		t.Errorf("got %v", err)
	}
}
