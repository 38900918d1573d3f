package eino

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cloudwego/eino/components/prompt"
	"github.com/cloudwego/eino/schema"

	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// probe is a session value that says what it is looked up by and formatted with. It
// holds others, as far as depth goes.
type probe map[string]any

// PyFormat is called by eino's library in the place of its own formatting.
func (p probe) PyFormat(format string) (string, error) {
	return fmt.Sprintf("⟨%s|%s⟩", p["path"], format), nil
}

// path is what a probe has for its own: it must not be looked into.
type path string

func (p path) String() string { return string(p) }

// probed are the keys that there are; all others are missing.
var probed = []string{"a", "user", "é", "0a", "1", `"a"`, "a-b", ""}

func newProbe(at string, depth int) probe {
	p := probe{"path": path(at)}
	for _, k := range probed {
		if depth > 0 {
			p[k] = newProbe(at+"/"+k, depth-1)
		}
	}
	return p
}

// values are what a run has: every value is a probe.
var values = newProbe("", 2)

// ofEino is what eino makes of an instruction; false if the run fails.
func ofEino(text string, values map[string]any) (out string, ok bool) {
	defer func() {
		if recover() != nil { // so it does, for one format
			out, ok = "", false
		}
	}()
	messages, err := prompt.FromMessages(schema.FString, schema.SystemMessage(text)).Format(context.Background(), values)
	if err != nil {
		return "", false
	}
	return messages[0].Content, true
}

// ofTokens is the same by what our scanner says of the text.
func ofTokens(text string) (string, bool) {
	var out strings.Builder
	automatic, fields := 0, 0
	for tok := range instruction.Tokens(text, instruction.Grammar{Dialect: instruction.Eino, Brace: true, Raw: true}) {
		switch tok.Kind {
		case instruction.Text:
			out.WriteString(tok.Text(text))
			continue
		case instruction.Escaped:
			out.WriteString(tok.Text(text)[1:])
			continue
		}
		body := tok.Text(text)
		if len(body) < 2 || body[len(body)-1] != '}' {
			return "", false
		}
		field, err := instruction.ReadEinoField(body[1 : len(body)-1])
		if fields++; field.Automatic {
			automatic++
		}
		if err != nil || automatic > 0 && fields > 1 {
			return "", false
		}
		if tok.Kind == instruction.Key && tok.Name(text) != field.Path[0] {
			panic(fmt.Sprintf("%q: the name is at the wrong place: %q", text, tok.Name(text)))
		}
		value, ok := follow(values, field.Path)
		shown := ""
		if len(field.Path) == 0 {
			shown, ok = ofEino("{:"+field.Format+"}", values)
		} else if ok {
			shown, _ = value.PyFormat(field.Format)
		}
		if !ok {
			return "", false
		}
		out.WriteString(shown)
	}
	return out.String(), true
}

func follow(p probe, path []string) (probe, bool) {
	for _, part := range path {
		next, ok := p[part].(probe)
		if !ok {
			return nil, false
		}
		p = next
	}
	return p, true
}

// same compares what both make of a text.
func same(t *testing.T, text string) {
	t.Helper()
	want, fine := ofEino(text, values)
	got, ok := ofTokens(text)
	if strings.Contains(text, "path") {
		return // it looks into what a probe has for its own
	}
	if got != want || ok != fine {
		t.Fatalf("%q: eino makes %.300q of it (%v), the scanner %.300q (%v)", text, want, fine, got, ok)
	}
}

// sameFormat compares whether a format can be read. Which values it suits is another
// matter: one is enough.
func sameFormat(t *testing.T, format string) {
	t.Helper()
	if strings.Contains(format, "}") || tooWide(format) || emptyType.MatchString(format) {
		return
	}
	fits := func(value any) bool {
		_, fine := ofEino("{a:"+format+"}", map[string]any{"a": value})
		return fine
	}
	if fine := slices.ContainsFunc([]any{"long enough", 7, -1234.5, 0.25}, fits); fine != instruction.IsEinoFormat(format) {
		t.Fatalf("%q: eino can read it: %v, and we say %v", format, fine, !fine)
	}
}

// emptyType is the name of a type in no letters: the library reads it, and panics when
// it is to be filled with zeros.
var emptyType = regexp.MustCompile(`\.0*t$`)

// tooWide leaves out widths that would take all memory, or are no numbers.
func tooWide(format string) bool {
	digits := 0
	for _, c := range format {
		if digits++; c < '0' || c > '9' {
			digits = 0
		}
		if digits > 3 {
			return true
		}
	}
	return false
}

// pieces are what texts are drawn from.
var pieces = []string{
	"{", "}", "{{", "}}", "{a}", "{user:name}", "{a.b}", "{a[b]}", "{0}", "{}", "{0.a}", "{.city}", "{[a]}", `{"a": 1}`,
	"a", "b", "user", "city", "é", "0", "00", "1", "7", ".", "[", "]", ":", "!", "?", " ", "\n", `"`, "_x", "-", ">9", "路", "\xff", "'", "|", "$", "%", ",",
}

func draw(r *rand.Rand, from []string, most int) string {
	var b strings.Builder
	for range r.IntN(most) + 1 {
		b.WriteString(from[r.IntN(len(from))])
	}
	return b.String()
}

var inFormats = []string{"<", ">", "=", "^", "+", "-", " ", "#", "0", "1", "9", ".", "b", "d", "o", "x", "X", "e", "f", "g", "r", "t", "s", "%", "é", "\xff", "a", "?", "*", ":"}

// TestSameAsEino compares our scanner with eino's own formatter: 20,000 texts, or as
// many as EINO_TEXTS says.
func TestSameAsEino(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("EINO_TEXTS"))
	if err != nil {
		n = 20_000
	}
	r := rand.New(rand.NewPCG(7, uint64(n)))
	fine, failing := 0, 0
	for range n {
		text := draw(r, pieces, 9)
		same(t, text)
		if _, ok := ofTokens(text); ok {
			fine++
		} else {
			failing++
		}
		sameFormat(t, draw(r, inFormats, 6))
	}
	t.Logf("%d texts are rendered, and %d fail the run", fine, failing)
	if fine < n/20 || failing < n/20 {
		t.Error("the texts are all of a kind")
	}
}

// FuzzSameAsEino compares texts that the fuzzer finds.
func FuzzSameAsEino(f *testing.F) {
	for _, text := range slices.Concat(pieces, []string{"{a:é}", "{a[b][city]}", "{a[b].city}", "{a.}", "{a[b.city]}", "{:>9}", "{}{a}", "{a}{}", "}}{{", "{a}}}", "{{{a}}}"}) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		same(t, text)
		sameFormat(t, text)
	})
}
