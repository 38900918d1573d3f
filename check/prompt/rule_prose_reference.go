package prompt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/diag"
)

var proseReference = diag.Rule{
	ID:       "prose-reference",
	Severity: diag.Warning,
	Summary:  "a text mentions state['x'] but never shows its value",
	Why: "A model sees its prompt, not the state. A sentence that mentions state['x'], or the session state under 'x', tells it " +
		"to use a value that it has not been given, so it makes one up. What tells it to write a key, or speaks of tools, is ignored.",
	Bad:  "Recommend something in state['city'].\n",
	Good: "Recommend something in {city}.\n",
}

var proseForm = regexp.MustCompile(`\bstate(?:\[\s*(?:'([^'\n]+)'|"([^"\n]+)")\s*\]|\.get\(\s*(?:'([^'\n]+)'|"([^"\n]+)")[^)\n]*\))`)

// checkProseReference looks at state['x'] and at sentences such as "in the session
// state under 'x'". In a block of code, and where the model is to write, neither asks
// for a value.
func checkProseReference(p *pass) {
	told := map[string]bool{}
	for _, m := range p.prose() {
		k := p.keys.Find(m.Name)
		if k == nil || k.Sensitive || told[m.Name] || p.shows(m.Name) || p.lines().IsLine(m.Start) {
			continue
		}
		told[m.Name] = true
		p.report(proseReference, m.Start, m.End, "the model never sees the value of %s", diag.Quote(m.Name)).
			hint("write %s where the value should be", (&placeholder{}).write(m.Name, mayBeMissing(k, p.dialect()))).
			related(k.Span, "declared here")
	}
}

// prose finds where the text speaks of keys of the state.
func (p *pass) prose() []wording.StateKey {
	text := p.Text.Text
	if !slices.ContainsFunc([]byte("'\"`"), func(quote byte) bool { return strings.IndexByte(text, quote) >= 0 }) {
		return nil // most prompts: looking for a byte is several times as fast as looking for a word
	}
	var found []wording.StateKey
	if follows(text, '[', "state") || follows(text, '(', "state.get") {
		for _, m := range proseForm.FindAllStringSubmatchIndex(text, -1) {
			if !assigned.MatchString(text[m[1]:]) {
				found = append(found, wording.StateKey{Name: wording.FirstGroup(text, m), Start: m[0], End: m[1]})
			}
		}
	}
	return append(found, wording.StateKeys(text)...)
}

// assigned is behind what is given a value.
var assigned = regexp.MustCompile(`^[ \t]*[-+*/|]?=[^=]`)

// follows reports whether the byte follows the word anywhere. Looking for
// a rare byte first is several times as fast as looking for the word.
func follows(text string, c byte, word string) bool {
	for i := 0; ; i++ {
		n := strings.IndexByte(text[i:], c)
		if n < 0 {
			return false
		}
		if i += n; strings.HasSuffix(text[:i], word) {
			return true
		}
	}
}

// shows reports whether a placeholder of the text shows the key.
func (p *pass) shows(name string) bool {
	return slices.ContainsFunc(p.placeholders, func(ph placeholder) bool { return ph.name == name })
}
