package diag_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
)

func TestSort(t *testing.T) {
	at := func(file string, start int, id string) diag.Diagnostic {
		return diag.Diagnostic{ID: id, Span: diag.Span{File: file, Start: start, End: start}}
	}
	list := diag.List{at("b", 1, "x"), at("a", 2, "x"), at("a", 1, "y"), at("a", 1, "x"), at("a", 2, "x")}
	var got []string
	for _, d := range list.Sort() {
		got = append(got, d.Span.File+d.ID)
	}
	if want := []string{"ax", "ay", "ax", "bx"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPositions(t *testing.T) {
	src := diag.NewSource("f", []byte("a\r\n日本\n\nx"))
	for offset, want := range map[int]diag.Position{
		-1: {1, 1}, 0: {1, 1}, 1: {1, 2}, 3: {2, 1}, 6: {2, 2}, 9: {2, 3}, 10: {3, 1}, 11: {4, 1}, 12: {4, 2}, 99: {4, 2},
	} {
		got := src.Position(offset)
		if got != want {
			t.Errorf("offset %d is at %v, want %v", offset, got, want)
		}
		if back := src.Offset(got); offset >= 0 && offset <= 12 && back != offset {
			t.Errorf("offset %d came back as %d", offset, back)
		}
	}
	if line := string(src.Line(1)); line != "a" {
		t.Errorf("line 1 is %q", line)
	}
}

// Editors don't show a byte order mark, and count no column for it.
func TestPositionsAfterByteOrderMark(t *testing.T) {
	src := diag.NewSource("f", []byte("\ufeffab\nc"))
	for offset, want := range map[int]diag.Position{0: {1, 1}, 2: {1, 1}, 3: {1, 1}, 4: {1, 2}, 6: {2, 1}, 99: {2, 2}} {
		if got := src.Position(offset); got != want {
			t.Errorf("offset %d is at %v, want %v", offset, got, want)
		}
	}
	if at := src.Offset(diag.Position{Line: 1, Column: 2}); at != 4 {
		t.Errorf("column 2 is at %d, want 4", at)
	}
	if line := string(src.Line(1)); line != "ab" {
		t.Errorf("line 1 is %q", line)
	}
	if only := diag.NewSource("f", []byte("\ufeff")).Position(0); only != (diag.Position{Line: 1, Column: 1}) {
		t.Errorf("a file with nothing else begins at %v", only)
	}
}

func TestNearest(t *testing.T) {
	candidates := []string{"user:theme", "city", "type", "optional"}
	for name, want := range map[string]string{
		"tpye": "type", "User_Theme": "user:theme", "optinal": "optional", "cty": "city", "zzz": "", "": "", "x": "",
	} {
		if got := strings.Join(diag.Nearest(name, candidates), " "); got != want {
			t.Errorf("nearest to %q is %q, want %q", name, got, want)
		}
	}
}

// Of what is equally near all is returned; the same letters in another order
// are another word.
func TestNearestIsNoGuess(t *testing.T) {
	for _, c := range []struct{ name, candidates, want string }{
		{"mix", "last sum min max append union", "min max"},
		{"listen", "silent", ""},
		{"Antler", "Rental", ""},
		{"thier", "their", "their"},
		{"Memories", "memories memory", "memories"},
		{"tmep", "temp team", "temp"},
		{"ab", "ba ac", ""},
	} {
		if got := strings.Join(diag.Nearest(c.name, strings.Fields(c.candidates)), " "); got != c.want {
			t.Errorf("nearest to %q of %s is %q, want %q", c.name, c.candidates, got, c.want)
		}
	}
}

func TestTitle(t *testing.T) {
	fix := diag.Fix{Message: "write x"}
	if got := fix.Title(); got != "write x (a suggestion)" {
		t.Errorf("a suggestion is called %q", got)
	}
	fix.Certain = true
	if got := fix.Title(); got != "write x" {
		t.Errorf("a certain fix is called %q", got)
	}
}
