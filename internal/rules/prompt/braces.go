package prompt

import (
	"regexp"
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

// longestUnclosed is how far a closing brace is looked for.
const longestUnclosed = 2000

var (
	// openForm is {city, and goesOn what prose has behind that.
	openForm = regexp.MustCompile(`(?:^|[ \t\n(\["'*-])\{([\pL_][\pL\pN_:]*)`)
	goesOn   = regexp.MustCompile(`^[.,;!?)"']*(?:\s+[\pL\pN_(]|\s*$|\r?\n)`)
	// paragraphEnd is an empty line.
	paragraphEnd = regexp.MustCompile(`\n[ \t\r]*(?:\n|$)`)
)

// checkUnclosed looks for {city where no brace closes it before the paragraph
// ends, in what is not code.
func checkUnclosed(p *pass) {
	text := p.Text
	hasBrace := p.Grammar.Brace && p.HasBrace
	if !hasBrace || strings.Count(text, "{") <= strings.Count(text, "}") {
		return
	}
	for _, m := range openForm.FindAllStringSubmatchIndex(text, -1) {
		start, end := m[2]-1, m[3]
		k := p.Keys.Exact(text[start+1 : end])
		rest := text[end:min(len(text), end+longestUnclosed)]
		if k == nil || !p.Dialect.CanStand(k) || !goesOn.MatchString(rest) {
			continue
		}
		paragraph := rest
		if stop := paragraphEnd.FindStringIndex(rest); stop != nil {
			paragraph = rest[:stop[0]]
		}
		isClosed := strings.Contains(paragraph, "}") && closingBraces("{" + paragraph)[0] > 0
		if isClosed || len(paragraph) == longestUnclosed || p.InCode(instruction.Token{Start: start, End: end}) {
			continue
		}
		p.Reportf(unclosedPlaceholder, start, end, "this brace is never closed, so %s is left as text",
			diag.Quote(text[start+1:end])).
			Hintf("close it after the name")
	}
}

var ProseReference = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "prose-reference",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a text mentions state['x'] but never shows its value",
	Why: "A model sees its prompt, not the state. A sentence that mentions state['x'], or the session state under " +
		"'x', tells it to use a value that it has not been given, so it makes one up. What tells it to write a key, or " +
		"speaks of tools, is ignored.",
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
