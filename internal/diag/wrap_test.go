package diag

import (
	"bytes"
	"strings"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text                  string
		used, indent, columns int
		want                  string
	}{
		{"one two three", 0, 0, 0, "one two three"},
		{"one two three", 0, 2, 7, "one two\n  three"},
		{"one two three", 4, 2, 7, "one\n  two\n  three"},
		{"a/very/long/path two", 0, 0, 5, "a/very/long/path\ntwo"},
		{"東京 東京", 0, 0, 8, "東京\n東京"},
		{"", 0, 0, 5, ""},
	} {
		if got := wrap(tt.text, tt.used, tt.indent, tt.columns); got != tt.want {
			t.Errorf("%q in %d columns: %q, want %q", tt.text, tt.columns, got, tt.want)
		}
	}
}

// TestNoWordIsBroken checks that nothing is wider than the terminal, but for words
// that are.
func TestNoWordIsBroken(t *testing.T) {
	src := NewSource("stategen.yaml", []byte("keys: "+strings.Repeat("{topic} ", 30)+"\n"))
	words := strings.Repeat("some words ", 20) + "end"
	list := List{{ID: "some-rule", Severity: Error, Span: Span{"stategen.yaml", 100, 105}, Message: words, Hint: words,
		Related: []Related{{Span: Span{"stategen.yaml", 6, 13}, Message: words}}}}
	var out bytes.Buffer
	if err := WriteText(&out, list, Sources{src.Name: src}, TextOptions{Width: 60}); err != nil {
		t.Fatal(err)
	}
	if err := WriteRule(&out, Rule{ID: "some-rule", Summary: words, Why: words + "\n" + words}, 60); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if line = strings.TrimRight(line, "\n"); width(line) > 60 {
			t.Errorf("%d columns: %s", width(line), line)
		}
	}
	if got := strings.Join(strings.Fields(out.String()), " "); strings.Count(got, strings.TrimSpace(words)) != 6 {
		t.Errorf("not all is printed:\n%s", &out)
	}
}
