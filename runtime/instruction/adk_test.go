package instruction

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/seed92179c4c/stategen/runtime"
)

// adkRule states ADK's rule a second time, in its own terms: a regular
// expression finds groups, and what is left of one after trimming decides.
var adkRule = regexp.MustCompile(`{+[^{}]*}+`)

type adkLookup struct {
	start, end int
	name       string
	artifact   bool
	optional   bool
}

func adkReference(text string) []adkLookup {
	var found []adkLookup
	for _, at := range adkRule.FindAllStringIndex(text, -1) {
		l := adkLookup{start: at[0], end: at[1]}
		l.name = strings.TrimSpace(strings.Trim(text[at[0]:at[1]], "{}"))
		l.name, l.optional = strings.CutSuffix(l.name, "?")
		l.name, l.artifact = strings.CutPrefix(l.name, "artifact.")
		if l.artifact || adkValidName(l.name) {
			found = append(found, l)
		}
	}
	return found
}

func adkValidName(name string) bool {
	switch prefix, rest, ok := strings.Cut(name, ":"); {
	case ok && slices.Contains([]string{"app", "user", "temp"}, prefix):
		name = rest
	case ok:
		return false
	}
	for i, r := range name {
		letter := unicode.IsLetter(r) || r == '_'
		if !letter && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return name != ""
}

func adkScanned(text string) []adkLookup {
	var found []adkLookup
	for tok := range Tokens(text, Grammar{Dialect: ADK, Brace: true}) {
		if tok.Kind == Key || tok.Kind == Artifact {
			found = append(found, adkLookup{tok.Start, tok.End, tok.Name(text), tok.Kind == Artifact, tok.Optional})
		}
	}
	return found
}

type adkCase struct{ text, outcome string }

func adkCases(t testing.TB) []adkCase {
	t.Helper()
	file, err := os.Open("testdata/adk.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var cases []adkCase
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		quoted, outcome, _ := strings.Cut(lines.Text(), "\t")
		text, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		cases = append(cases, adkCase{text, outcome})
	}
	if len(cases) != 45 {
		t.Fatalf("testdata/adk.tsv has %d cases, want 45", len(cases))
	}
	return cases
}

var adkState = runtime.MapState{
	"x": "XV", "user:name": "Ann", "n": 3, "f": 3.0,
	"m": map[string]any{"k": []any{"a"}}, "nilv": nil,
}

// adkExpand expands text by our tokens and ADK's rendering.
func adkExpand(text string) string {
	var out strings.Builder
	for tok := range Tokens(text, Grammar{Dialect: ADK, Brace: true}) {
		switch value, set := adkState[tok.Name(text)]; {
		case tok.Kind == Artifact:
			return "error: artifact service is not initialized"
		case tok.Kind != Key:
			out.WriteString(tok.Text(text))
		case !set && !tok.Optional:
			return "error: state key does not exist"
		case value != nil:
			fmt.Fprint(&out, value)
		}
	}
	return "text: " + strconv.Quote(out.String())
}

func TestADKOutcomes(t *testing.T) {
	for _, c := range adkCases(t) {
		if got := adkExpand(c.text); got != c.outcome {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.outcome)
		}
	}
}

// Inject differs from ADK in rendering alone: a map is shown as JSON.
func TestInjectAgreesWithADK(t *testing.T) {
	for _, c := range adkCases(t) {
		if c.text == "{m}" {
			c.outcome = `text: "{\"k\":[\"a\"]}"`
		}
		text, err := Inject(c.text, adkState, Options{Grammar: Grammar{Dialect: ADK, Brace: true}})
		got := "text: " + strconv.Quote(text)
		switch {
		case errors.Is(err, runtime.ErrMissing):
			got = "error: state key does not exist"
		case errors.Is(err, ErrNoArtifacts):
			got = "error: artifact service is not initialized"
		case err != nil:
			got = "error: " + err.Error()
		}
		if got != c.outcome {
			t.Errorf("%q\n got %s\nwant %s", c.text, got, c.outcome)
		}
	}
}

func FuzzADKRule(f *testing.F) {
	for _, c := range adkCases(f) {
		f.Add(c.text)
	}
	f.Add("{\u2003x\u00a0}")
	f.Add("{x\xff}{\xff x}")
	f.Add("{ artifact. a b ? }{artifact.}{artifact.?}")
	f.Add("{user:app:x}{user:}{:x}{é1}{१}")
	f.Fuzz(func(t *testing.T, text string) {
		want, got := adkReference(text), adkScanned(text)
		if !slices.Equal(got, want) {
			t.Errorf("%q\n got %+v\nwant %+v", text, got, want)
		}
	})
}
