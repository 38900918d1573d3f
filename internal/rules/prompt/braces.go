package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var LiteralBraces = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "literal-braces",
	Severity: diag.Error,
	Summary:  "doubled braces are looked up, not shown",
	Why: "ADK strips any number of braces, so {{x}} reads the key x and fails the run when there is none. If " +
		"the key exists its value is shown, which is a warning: either the value or the braces may be meant. " +
		"In the stategen dialect doubled braces are literal text.",
	Bad:  "Answer in the form {{answer}}.\n",
	Good: "Answer in the form [answer].\n",

	WithoutSchema: true,
})

var _ = register(rule{Rule: LiteralBraces, In: notEino, Placeholder: checkLiteralBraces})

func checkLiteralBraces(p *pass, ph *reading.Placeholder) {
	opening, closing := ph.Braces()
	switch {
	case ph.Angle || !p.Dialect.StripsBraces || opening < 2 || closing < 2:
	case ph.Key == nil:
		f := p.Reportf(LiteralBraces, ph.Start, ph.End, "ADK looks up %s in spite of the doubled braces", diag.Key(ph.Wire))
		f.Hintf("use other brackets, or the stategen dialect, where doubled braces are text")
		if !p.Grammar.Raw {
			f.Hintf("write <!-- stategen:text {%s} --> if the braces are meant", ph.Wire)
		}
		if near := p.Keys.Suggest(ph.Wire); len(near.Keys) > 0 {
			f.Hintf("%s", near.Hint())
		}
		if p.CalledText(ph) {
			f.Hintf("ADK looks it up whatever the comment says: %s", compileIt)
		}
	case opening != closing || ph.Key.Sensitive || reportsMissingMark(p, ph):
		// the error about that placeholder is enough
	default:
		f := p.Reportf(LiteralBraces, ph.Start, ph.End, "ADK shows the value of %s here: doubled braces do not escape it",
			diag.Key(ph.Wire))
		f.MakeLikely()
		f.Hintf("write %s if the value is meant", ph.Write(ph.Wire, ph.Optional || p.Dialect.MayBeMissing(ph.Key)))
	}
}

// swallowedBraces is about braces that ADK takes for a placeholder's.
var swallowedBraces = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "swallowed-braces",
	Severity: diag.Error,
	Summary:  "a placeholder takes braces of the surrounding text with it",
	Why: "ADK replaces a placeholder together with every brace that touches it. In JSON or code around it a brace " +
		"is then missing. White space between them prevents that.",
	Bad:  "Reply with {\"city\": {city}}\n",
	Good: "Reply with {\"city\": {city} }\n",

	WithoutSchema: true,
})

var _ = register(rule{Rule: swallowedBraces, In: notEino, Placeholder: checkSwallowedBraces})

// checkSwallowedBraces reports placeholders with more braces on one side.
func checkSwallowedBraces(p *pass, ph *reading.Placeholder) {
	opening, closing := ph.Braces()
	if ph.Key == nil || ph.Angle || !p.Dialect.StripsBraces || opening == closing {
		return
	}
	kept := min(opening, closing)
	start, end := ph.Start+opening-kept, ph.End-closing+kept
	lost, at, where := strings.Repeat("}", closing-kept), end, "after"
	if opening > closing {
		lost, at, where = strings.Repeat("{", opening-kept), start, "before"
	}
	f := p.Reportf(swallowedBraces, ph.Start, ph.End, "ADK drops the %s %s the placeholder", lost, where).
		Hintf("put a space between them")
	insertSpace(p, f, at)
}

func insertSpace(p *pass, f *finding, at int) {
	f.Fixes = append(f.Fixes, diag.Fix{
		Message: "insert a space",
		Edits:   []diag.Edit{{Span: p.Span(at, at), NewText: " "}},
		Certain: true,
	})
}

var unclosedPlaceholder = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "unclosed-placeholder",
	Severity: diag.Error,
	Summary:  "a declared key follows a brace that is never closed",
	Why: "Without its closing brace a placeholder is left in the prompt as text, without an error, and the model never " +
		"sees the value.",
	Bad:  "Weather in {city today.\n",
	Good: "Weather in {city} today.\n",

	WithoutSchema: true,
})

var _ = register(rule{Rule: unclosedPlaceholder, In: notEino, Text: checkUnclosed})

// checkUnclosed looks for {city where no brace closes it before the paragraph
// ends, in what is not code.
func checkUnclosed(p *pass) {
	text := p.Text
	if !p.Grammar.Brace {
		return
	}
	if opened := strings.Count(text, "{"); opened == 0 || opened <= strings.Count(text, "}") {
		return
	}
	for at := strings.IndexByte(text, '{'); at >= 0 && at+1 < len(text); {
		if !isWordByte(text[at+1]) {
			// most often JSON
		} else if end := unclosed(p, at); end > 0 {
			p.Reportf(unclosedPlaceholder, at, end, "this brace is never closed, so %s is left as text", diag.Quote(text[at+1:end])).
				Hintf("close it after the name")
		}
		n := strings.IndexByte(text[at+1:], '{')
		if n < 0 {
			return
		}
		at += 1 + n
	}
}

// longestUnclosed is how far a closing brace is looked for.
const longestUnclosed = 2000

// unclosed returns the end of the declared key after an opening brace that
// stays open in prose; 0 for anything else.
func unclosed(p *pass, open int) int {
	text := p.Text
	end := open + 1
	for end < len(text) && (text[end] == ':' || isWordByte(text[end])) {
		end++
	}
	k := p.Keys.Exact(text[open+1 : end])
	if k == nil || !p.Dialect.CanStand(k) || open > 0 && strings.IndexByte(" \t\n([\"'*-", text[open-1]) < 0 {
		return 0
	}
	rest := text[end:min(len(text), end+longestUnclosed)]
	if !endsWord(rest) || closesIn(rest) || p.InCode(instruction.Token{Start: open, End: end}) {
		return 0
	}
	return end
}

// endsWord reports whether prose can continue like this after a name.
func endsWord(text string) bool {
	if text == "" || text[0] == '\n' || strings.HasPrefix(text, "\r\n") {
		return true
	}
	trimmed := strings.TrimLeft(text, ".,;!?)\"'")
	return trimmed == "" || trimmed[0] == '\n' || trimmed[0] == ' ' && len(trimmed) > 1 && (isWordByte(trimmed[1]) || trimmed[1] == '(')
}

// closesIn reports whether the paragraph has the closing brace.
func closesIn(text string) bool {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return true
			}
		case '\n':
			if rest := strings.TrimLeft(text[i+1:], " \t\r"); rest == "" || rest[0] == '\n' {
				return false
			}
		}
	}
	return len(text) == longestUnclosed
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

var ProseReference = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "prose-reference",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a text mentions state['x'] but never shows its value",
	Why: "A model sees its prompt, not the state. A sentence that mentions state['x'], or the session state under 'x', tells it " +
		"to use a value that it has not been given, so it makes one up. What tells it to write a key, or speaks of tools, is ignored.",
	Bad:  "Recommend something in state['city'].\n",
	Good: "Recommend something in {city}.\n",

	WithoutSchema: true,
})

var _ = register(rule{Rule: ProseReference, Text: checkProseReference})

// checkProseReference looks at state['x'], and at sentences such as "in the session state under 'x'". In a block of
// code neither asks for a value.
func checkProseReference(p *pass) {
	told := map[string]bool{}
	for _, m := range reading.Read(p.Text) {
		k := p.Keys.Find(m.Name)
		if k == nil || k.Sensitive || told[m.Name] || p.Shows(m.Name) || p.Lines().IsLine(m.Start) {
			continue
		}
		told[m.Name] = true
		optional := p.Schema.Drafted || p.Dialect.MayBeMissing(k) // of a draft nobody says that the key is always set
		p.Reportf(ProseReference, m.Start, m.End, "the instruction doesn't show the value of %s", diag.Key(m.Name)).
			Hintf("write %s where the value should be", (&reading.Placeholder{}).Write(m.Name, optional)).
			Relatedf(k.Span, "declared here")
	}
}
