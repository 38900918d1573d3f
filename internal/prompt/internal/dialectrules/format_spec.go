package dialectrules

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/dialect"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// formatSpec is about formats of values, and parts of them, in eino's dialect.
var formatSpec = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "format-spec",
	Severity: diag.Error,
	Summary:  "a placeholder formats a value, or reaches into it, in a way that fails",
	Why: "To eino what follows a colon is a format, so that {user:name} is the key user with the format name, and what follows " +
		"a dot or a bracket is looked up in the value. A format that it can't read fails the run, and one for values of another " +
		"type shows the model %!d(string=x), which is a warning. The instructions that stategen compiles take neither. " +
		"The rule is for schemas with dialect: eino.",
	Bad:  "version: 1\ndialect: eino\nkeys: {user:name: string}\ninstructions:\n  a: {text: \"Greet {user:name}.\"}\n",
	Good: "version: 1\ndialect: eino\nkeys: {user_name: string}\ninstructions:\n  a: {text: \"Greet {user_name}.\"}\n",
})

var _ = judge.Register(judge.Rule{Rule: formatSpec, In: judge.Eino, Placeholder: checkFormatSpec})

// checkFormatSpec reports the first thing about a placeholder that fails.
func checkFormatSpec(p *judge.Pass, ph *reading.Placeholder) {
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
	case reached && ph.Key != nil && !dialect.EinoReachesInto(ph.Key):
		p.Reportf(formatSpec, ph.Start, ph.End, "eino looks for %s in the value of %s, which is %s, and the run fails",
			diag.Quote(field.Path[1]), diag.Key(ph.Wire), diag.Indefinite(ph.Key.Type.String())).
			Hintf("write {%s} for the value", ph.Wire).
			Relatedf(ph.Key.Span, "declared here")
	case p.Compiled && ph.End-ph.Start != len(ph.Wire)+len("{}"):
		p.Reportf(formatSpec, ph.Start, ph.End, "a compiled instruction inserts values as they are: %s is not formatted, nor reached into",
			diag.Key(ph.Wire)).
			Hintf("write {%s}, and store the value in the form that the prompt needs", ph.Wire)
	case !reached && ph.Key != nil && !dialect.EinoFormats(ph.Key, field.Format):
		f := p.Reportf(formatSpec, ph.Start, ph.End, "the format %s is not one for %s: the model reads %%!%s(…)",
			diag.Name(field.Format), diag.Indefinite(ph.Key.Type.String()), strings.ReplaceAll(field.Format[len(field.Format)-1:], "%", "f"))
		f.Hintf("write {%s}", ph.Wire).Relatedf(ph.Key.Span, "declared here")
		f.Severity = diag.Warning
	}
}

// reportPrefixed reports a key with a prefix, which eino can't be asked for.
func reportPrefixed(p *judge.Pass, ph *reading.Placeholder, wire, format string) {
	f := p.Reportf(formatSpec, ph.Start, ph.End, "eino reads this as the key %s with the format %s", diag.Key(ph.Wire), diag.Name(format)).
		Hintf("a key with a prefix can't be in eino's prompts, and eino has no scopes: declare it as %s", strings.ReplaceAll(wire, ":", "_"))
	if k := p.Keys.Exact(wire); k != nil {
		f.Relatedf(k.Span, "declared here")
	}
}
