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
	if len(stale) != 1 || !stale[0].covers(entryOf(before[1])) || stale[0].Count != 1 {
		t.Errorf("stale %v", stale)
	}
	if again, stale := b.Filter(before); len(again)+len(stale) != 0 {
		t.Errorf("the baseline's own findings leave %v, %v", again, stale)
	}
}

// TestBaselineByArguments holds that a finding is known by its arguments, whatever its words, and that an entry
// without any covers the same words.
func TestBaselineByArguments(t *testing.T) {
	finding := func(message, key string) Diagnostic {
		return Diagnostic{ID: "a", Span: Span{"f", 1, 2}, Message: message, Args: []Arg{Key(key)}}
	}
	older := Baseline{{ID: "a", File: "f", Message: "before", Count: 1, Reason: "agreed"}}
	today := NewBaseline(List{finding("before", "city")}).WithReasons(older, "")
	if today[0].Reason != "agreed" {
		t.Errorf("the reason is lost: %v", today)
	}
	for name, b := range map[string]Baseline{"older": older, "today": today} {
		left, stale := b.Filter(List{finding("before", "city"), finding("before", "town")})
		if len(stale) != 0 || len(left) != 1 {
			t.Errorf("%s: left %v, stale %v", name, left, stale)
		}
	}
	if left, stale := today.Filter(List{finding("after", "city")}); len(left)+len(stale) != 0 {
		t.Errorf("new words: left %v, stale %v", left, stale)
	}
	if left, _ := today.Filter(List{finding("before", "town")}); len(left) != 1 {
		t.Error("another key is covered")
	}
}

func TestReadBaselineRefuses(t *testing.T) {
	for _, text := range []string{"", "{}", `[{"rule":"x"}]`, "x"} {
		if _, err := ReadBaseline(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), "not a baseline of stategen: ") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}
