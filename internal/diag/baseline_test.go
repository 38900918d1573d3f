package diag

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestBaseline(t *testing.T) {
	finding := func(id, file, message string, line int) Diagnostic {
		return Diagnostic{ID: id, Span: Span{file, line, line + 1}, Message: message}
	}
	before := List{
		finding("b", "f", "twice", 3),
		finding("a", "f", "once", 1),
		finding("b", "f", "twice", 9),
		finding("a", "e", "<html> & \"quotes\"", 1),
	}
	var file bytes.Buffer
	if err := WriteBaseline(&file, NewBaseline(before)); err != nil {
		t.Fatal(err)
	}
	want := `[
  {"id":"a","file":"e","message":"\u003chtml\u003e \u0026 \"quotes\"","count":1},
  {"id":"a","file":"f","message":"once","count":1},
  {"id":"b","file":"f","message":"twice","count":2}
]
`
	if file.String() != want {
		t.Errorf("wrote\n%s\nwant\n%s", file.String(), want)
	}
	b, err := ReadBaseline(&file)
	if err != nil {
		t.Fatal(err)
	}

	// One finding is gone, one is new, and a third of those that look alike.
	after := List{
		finding("b", "f", "twice", 4),
		finding("b", "f", "twice", 10),
		finding("b", "f", "twice", 20),
		finding("a", "e", "<html> & \"quotes\"", 7),
		finding("c", "f", "new", 1),
	}
	left, stale := b.Filter(after)
	if !slices.EqualFunc(left, List{after[2], after[4]}, func(a, b Diagnostic) bool { return compare(a, b) == 0 }) {
		t.Errorf("left %v", left)
	}
	if !slices.Equal(stale, Baseline{{ID: "a", File: "f", Message: "once", Count: 1}}) {
		t.Errorf("stale %v", stale)
	}
	if again, stale := b.Filter(before); len(again)+len(stale) != 0 {
		t.Errorf("the baseline's own findings leave %v, %v", again, stale)
	}
}

func TestReadBaselineRefuses(t *testing.T) {
	for _, text := range []string{"", "{}", `[{"rule":"x"}]`, "x"} {
		if _, err := ReadBaseline(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), "not a baseline of stategen: ") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}
