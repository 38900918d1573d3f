package follow

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLocateInRawLiteral(t *testing.T) {
	const source = "x := `one\r\ntwo {käy}\r\n`"
	at := strings.Index(source, "`")
	o := Range{Kind: InRaw, File: "x.go", Start: at, End: len(source)}
	value := "one\ntwo {käy}\n" // without carriage returns, as the compiler reads it
	for _, want := range []string{"one", "two", "käy", "{käy}"} {
		from := strings.Index(value, want)
		start, end, exact := o.Locate([]byte(source), from, from+len(want))
		if got := source[start:end]; !exact || got != want {
			t.Errorf("got %q (exact %t), want %q", got, exact, want)
		}
	}
}

func TestLocateStaysInsideTheFile(t *testing.T) {
	o := Range{Kind: InQuoted, File: "x.go", Start: 3, End: 90}
	if start, end, exact := o.Locate([]byte("short"), 0, 5); exact || start != 0 || end != 0 {
		t.Errorf("got %d:%d, exact %t", start, end, exact)
	}
}

// Cutting a range out of a literal and reading it gives that range of the
// literal's value.
func FuzzLocateInQuotedLiteral(f *testing.F) {
	f.Add(`plain {key}`, 6, 11)
	f.Add(`tab\t\"quoted\" {k\u00e9y}`, 2, 9)
	f.Add(`\xff\x00\101ü日本`, 1, 6)
	f.Fuzz(func(t *testing.T, body string, from, to int) {
		lit := `"` + body + `"`
		value, err := strconv.Unquote(lit)
		if err != nil || from < 0 || to > len(value) || from >= to {
			return
		}
		o := Range{Kind: InQuoted, File: "x.go", Start: 2, End: 2 + len(lit)}
		source := "x=" + lit
		start, end, exact := o.Locate([]byte(source), from, to)
		if !exact {
			t.Fatalf("%s: %d:%d has no place", lit, from, to)
		}
		got, err := strconv.Unquote(`"` + source[start:end] + `"`)
		if err != nil {
			t.Fatalf("%s: %d:%d is cut into %q", lit, from, to, source[start:end])
		}
		// A range that splits a character is widened to all of it.
		for from > 0 && !utf8.RuneStart(value[from]) && utf8.ValidString(value) {
			from--
		}
		for to < len(value) && !utf8.RuneStart(value[to]) && utf8.ValidString(value) {
			to++
		}
		if utf8.ValidString(value) && got != value[from:to] {
			t.Errorf("%s: got %q, want %q", lit, got, value[from:to])
		}
	})
}
