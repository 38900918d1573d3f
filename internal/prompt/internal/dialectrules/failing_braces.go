package dialectrules

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// FailingBraces is about braces that are meant as text, in eino's dialect.
var FailingBraces = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "failing-braces",
	Severity: diag.Error,
	Summary:  "braces that are meant as text fail every run with a session value",
	Why: "Eino expands an instruction once a run has any session value. From then on every brace counts: in {\"a\": 1} it looks " +
		"for a key that nobody sets, and a brace of its own is an error. Doubled braces are text, except in a run without " +
		"a session value, where eino leaves the instruction as it is: in a program that is not seen to set one it is a " +
		"warning. " +
		"The rule is for schemas with dialect: eino.",
	Bad:  "version: 1\ndialect: eino\nkeys: {city: string}\ninstructions:\n  a: {text: 'Weather in {city}, as {\"sky\": \"blue\"}.'}\n",
	Good: "version: 1\ndialect: eino\nkeys: {city: string}\ninstructions:\n  a: {text: 'Weather in {city}, as {{\"sky\": \"blue\"}}.'}\n",

	WithoutSchema: true,
})

var _ = judge.Register(judge.Rule{Rule: FailingBraces, In: judge.Eino, Text: checkFailingBraces})

// checkFailingBraces reports what is between an opening brace and its closing one once,
// whatever is in it.
func checkFailingBraces(p *judge.Pass) {
	end, later := 0, false
	var closing map[int]int // nil: not needed yet
	for _, tok := range p.Groups {
		if p.HasMore() {
			return
		}
		if tok.Start < end {
			continue
		}
		field, err := p.EinoField(tok)
		if err == nil && tok.End-tok.Start > 1 && (len(field.Path) == 0 || p.EinoLooksUp(field)) {
			continue
		}
		if nearlyKey(p, tok) {
			continue
		}
		if closing == nil {
			closing, later = closingBraces(p.Text), p.EinoLater()
		}
		end = max(closing[tok.Start], tok.End)
		f := reportBraces(p, tok, end)
		if later {
			f.MakeLikely()
			f.Fixes = nil
			f.Hintf("double the braces that are text, unless another template language reads this file first")
		}
	}
}

// nearlyKey reports braces with a declared key in them that is written as for other
// languages: { city }, {city?}, {city!r}.
func nearlyKey(p *judge.Pass, tok instruction.Token) bool {
	if tok.NameEnd <= tok.NameStart {
		return false
	}
	core := strings.TrimRight(strings.TrimSpace(tok.Name(p.Text)), "? ")
	core, _, _ = strings.Cut(core, "!")
	k := p.Keys.Find(core)
	if k == nil || !wording.IsName(core) {
		return false
	}
	name, _, _ := strings.Cut(tok.Name(p.Text), ":")
	f := p.Reportf(FailingBraces, tok.Start, tok.End, "eino looks for a key %s, and the run fails once a session value is set", diag.Key(name)).
		Relatedf(k.Span, "%s is declared here", diag.Quote(core))
	if p.Dialect.CanStand(k) {
		f.Hintf("write {%s}: eino has no optional marker, and takes spaces for a part of the name", core)
		f.Suggest(f.Span, "{"+core+"}")
	}
	return true
}

// reportBraces reports a brace with all up to the end of what it opens.
func reportBraces(p *judge.Pass, tok instruction.Token, end int) *judge.Finding {
	text := p.Text
	shown := end
	if n := strings.IndexByte(text[tok.Start:end], '\n'); n >= 0 {
		shown = tok.Start + n
	}
	f := p.Reportf(FailingBraces, tok.Start, shown, "the run fails at this brace once a session value is set").
		Hintf("double the braces that are text: {{ and }}")
	fix := diag.Fix{Message: "double the braces"}
	for _, at := range single(p, tok.Start, end) {
		fix.Edits = append(fix.Edits, diag.Edit{Span: p.Span(at, at), NewText: text[at : at+1]})
	}
	f.Fixes = append(f.Fixes, fix)
	return f
}

// closingBraces returns, for each brace that opens something which another closes, the end of that.
func closingBraces(text string) map[int]int {
	ends := map[int]int{}
	var open []int
	for i := range len(text) {
		switch {
		case text[i] == '{':
			open = append(open, i)
		case text[i] == '}' && len(open) > 0:
			ends[open[len(open)-1]] = i + 1
			open = open[:len(open)-1]
		}
	}
	return ends
}

// single lists the braces of a part of the text that are neither a placeholder's nor
// doubled.
func single(p *judge.Pass, start, end int) []int {
	var list []int
	text := p.Text
	for i := start; i < end; i++ {
		if text[i] != '{' && text[i] != '}' {
			continue
		}
		if k := wholeKey(p, i, end); k > 0 {
			i += k - 1
			continue
		}
		list = append(list, i)
	}
	return list
}

// longestKey is more than any key has.
const longestKey = 300

// wholeKey returns the length of the placeholder of a declared key at a place; 0 if there
// is none.
func wholeKey(p *judge.Pass, at, end int) int {
	n := strings.IndexByte(p.Text[at:min(end, at+longestKey)], '}')
	if p.Text[at] != '{' || n < 0 || p.Keys.Exact(p.Text[at+1:at+n]) == nil {
		return 0
	}
	return n + 1
}
