package prompt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

var proseReference = diag.Rule{
	ID:       "prose-reference",
	Severity: diag.Warning,
	Summary:  "a text mentions state['x'] but never shows its value",
	Why: "A model sees its prompt, not the state. A sentence that mentions state['x'] tells it to use a value that it has " +
		"not been given, so it makes one up.",
	Bad:  "Recommend something in state['city'].\n",
	Good: "Recommend something in {city}.\n",
}

var proseForm = regexp.MustCompile(`\bstate(?:\[\s*(?:'([^'\n]+)'|"([^"\n]+)")\s*\]|\.get\(\s*(?:'([^'\n]+)'|"([^"\n]+)")[^)\n]*\))`)

func checkProseReference(p *pass) {
	text := p.Text.Text
	if !follows(text, '[', "state") && !follows(text, '(', "state.get") {
		return
	}
	told := map[string]bool{}
	for _, m := range proseForm.FindAllStringSubmatchIndex(text, -1) {
		name := firstGroup(text, m)
		k := p.keys.Find(name)
		if k == nil || k.Sensitive || told[name] || p.shows(name) {
			continue
		}
		told[name] = true
		p.report(proseReference, m[0], m[1], "the model never sees the value of %s", diag.Quote(name)).
			hint("write %s where the value should be", (&placeholder{}).write(name, mayBeMissing(k, p.dialect()))).
			related(k.Span, "declared here")
	}
}

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

func firstGroup(text string, match []int) string {
	for i := 2; i < len(match); i += 2 {
		if match[i] >= 0 {
			return text[match[i]:match[i+1]]
		}
	}
	return ""
}

// shows reports whether a placeholder of the text shows the key.
func (p *pass) shows(name string) bool {
	return slices.ContainsFunc(p.placeholders, func(ph placeholder) bool { return ph.name == name })
}
