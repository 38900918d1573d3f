package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// allValues is about braces without a name, in eino's dialect.
var allValues = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "all-values",
	Severity: diag.Error,
	Summary:  "braces without a name send all session values to the model",
	Why: "To eino {} is a placeholder for the map of all session values, and so are {0} and {:x}: credentials, other " +
		"agents' output and what tools keep for themselves become part of the prompt. Doubled braces are text. " +
		"In a program that is not seen to set a session value it is a warning. " +
		"The rule is for schemas with dialect: eino.",
	Bad: "version: 1\ndialect: eino\nkeys: {city: string}\ninstructions:\n  a: {text: \"Answer about {city} in {}.\"}\n",
	Good: "version: 1\ndialect: eino\nkeys: {city: string}\ninstructions:\n" +
		"  a: {text: \"Answer about {city} in {{}}.\"}\n",

	WithoutSchema: true,
})

var _ = register(rule{Rule: allValues, In: onEino, Group: checkAllValues})

// checkAllValues reports what stands for all session values.
func checkAllValues(p *pass, tok instruction.Token) {
	field, err := p.EinoField(tok)
	if err != nil || tok.End-tok.Start < len("{}") || len(field.Path) > 0 {
		return
	}
	text := tok.Text(p.Text)
	f := p.Reportf(allValues, tok.Start, tok.End, "eino puts all session values here, and the model reads them")
	f.Hintf("write {%s} if the braces are meant, or name one key", text).
		Suggest(f.Span, "{"+text+"}")
}

// failingBraces is about braces that are meant as text, in eino's dialect.
var failingBraces = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "failing-braces",
	Severity: diag.Error,
	Summary:  "braces that are meant as text fail every run with a session value",
	Why: "Eino expands an instruction once a run has any session value. From then on every brace counts: in {\"a\": " +
		"1} it looks for a key that nobody sets, and a brace of its own is an error. Doubled braces are text, except in " +
		"a run without a session value, where eino leaves the instruction as it is: in a program that is not seen to set " +
		"one it is a warning. The rule is for schemas with dialect: eino.",
	Bad: "version: 1\ndialect: eino\nkeys: {city: string}\ninstructions:\n" +
		"  a: {text: 'Weather in {city}, as {\"sky\": \"blue\"}.'}\n",
	Good: "version: 1\ndialect: eino\nkeys: {city: string}\ninstructions:\n" +
		"  a: {text: 'Weather in {city}, as {{\"sky\": \"blue\"}}.'}\n",

	WithoutSchema: true,
})

var _ = register(rule{Rule: failingBraces, In: onEino, Text: checkFailingBraces})

// checkFailingBraces reports what is between an opening brace and its closing one once,
// whatever is in it.
func checkFailingBraces(p *pass) {
	if p.HasStatements() { // eino may never see these braces
		return
	}
	end := 0
	var closing map[int]int // nil: not needed yet
	for _, tok := range p.Groups {
		if p.more {
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
			closing = closingBraces(p.Text)
		}
		end = max(closing[tok.Start], tok.End)
		reportBraces(p, tok, end)
	}
}

// nearlyKey reports braces with a declared key in them that is written as for other
// languages: { city }, {city?}, {city!r}.
func nearlyKey(p *pass, tok instruction.Token) bool {
	if tok.NameEnd <= tok.NameStart {
		return false
	}
	core := strings.TrimRight(strings.TrimSpace(tok.Name(p.Text)), "? ")
	core, _, _ = strings.Cut(core, "!")
	k := p.Keys.Find(core)
	if k == nil || !reading.IsName(core) {
		return false
	}
	name, _, _ := strings.Cut(tok.Name(p.Text), ":")
	f := p.Reportf(failingBraces, tok.Start, tok.End,
		"eino looks for a key %s, and the run fails once a session value is set", diag.Key(name)).
		Relatedf(k.Span, "%s is declared here", diag.Quote(core))
	if p.Dialect.CanStand(k) {
		f.Hintf("write {%s}: eino has no optional marker, and takes spaces for a part of the name", core)
		f.Suggest(f.Span, "{"+core+"}")
	}
	return true
}

// reportBraces reports a brace with all up to the end of what it opens.
func reportBraces(p *pass, tok instruction.Token, end int) {
	if n := strings.IndexByte(p.Text[tok.Start:end], '\n'); n >= 0 {
		end = tok.Start + n
	}
	p.Reportf(failingBraces, tok.Start, end, "the run fails at this brace once a session value is set").
		Hintf("double the braces that are text: {{ and }}")
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

// formatSpec is about formats of values, and parts of them, in eino's dialect.
var formatSpec = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "format-spec",
	Severity: diag.Error,
	Summary:  "a placeholder formats a value, or reaches into it, in a way that fails",
	Why: "To eino what follows a colon is a format, so that {user:name} is the key user with the format name, and " +
		"what follows a dot or a bracket is looked up in the value. A format that it can't read fails the run. The " +
		"instructions that stategen compiles take neither. The rule is for schemas with dialect: eino.",
	Bad:  "version: 1\ndialect: eino\nkeys: {user:name: string}\ninstructions:\n  a: {text: \"Greet {user:name}.\"}\n",
	Good: "version: 1\ndialect: eino\nkeys: {user_name: string}\ninstructions:\n  a: {text: \"Greet {user_name}.\"}\n",
})

var _ = register(rule{Rule: formatSpec, In: onEino, Placeholder: checkFormatSpec})

// checkFormatSpec reports the first thing about a placeholder that fails.
func checkFormatSpec(p *pass, ph *reading.Placeholder) {
	field, err := p.EinoField(ph.Token)
	if err != nil || ph.Angle {
		return
	}
	wire, reached := p.EinoPrefixed(ph), len(field.Path) > 1
	switch {
	case wire != "":
		reportPrefixed(p, ph, wire, field.Format)
	case !instruction.IsEinoFormat(field.Format):
		p.Reportf(formatSpec, ph.Start, ph.End, "eino can't read the format %s, and the run fails", diag.Name(field.Format)).
			Hintf("write {%s}, or double the braces if they are meant", ph.Wire)
	case reached && ph.Key != nil && !reading.EinoReachesInto(ph.Key):
		p.Reportf(formatSpec, ph.Start, ph.End, "eino looks for %s in the value of %s, which is %s, and the run fails",
			diag.Quote(field.Path[1]), diag.Key(ph.Wire), diag.Indefinite(ph.Key.Type.String())).
			Hintf("write {%s} for the value", ph.Wire).
			Relatedf(ph.Key.Span, "declared here")
	case p.Compiled && ph.End-ph.Start != len(ph.Wire)+len("{}"):
		p.Reportf(formatSpec, ph.Start, ph.End,
			"a compiled instruction inserts values as they are: %s is not formatted, nor reached into", diag.Key(ph.Wire)).
			Hintf("write {%s}, and store the value in the form that the prompt needs", ph.Wire)
	}
}

// reportPrefixed reports a key with a prefix, which eino can't be asked for.
func reportPrefixed(p *pass, ph *reading.Placeholder, wire, format string) {
	f := p.Reportf(formatSpec, ph.Start, ph.End, "eino reads this as the key %s with the format %s",
		diag.Key(ph.Wire), diag.Name(format)).
		Hintf("a key with a prefix can't be in eino's prompts, and eino has no scopes: declare it as %s",
			strings.ReplaceAll(wire, ":", "_"))
	if k := p.Keys.Exact(wire); k != nil {
		f.Relatedf(k.Span, "declared here")
	}
}
