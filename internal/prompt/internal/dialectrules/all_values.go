package dialectrules

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// AllValues is about braces without a name, in eino's dialect.
var AllValues = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "all-values",
	Severity: diag.Error,
	Summary:  "braces without a name send all session values to the model",
	Why: "To eino {} is a placeholder for the map of all session values, and so are {0} and {:x}: credentials, other " +
		"agents' output and what tools keep for themselves become part of the prompt. Doubled braces are text. " +
		"In a program that is not seen to set a session value it is a warning. " +
		"The rule is for schemas with dialect: eino.",
	Bad:  "version: 1\ndialect: eino\nkeys: {city: string}\ninstructions:\n  a: {text: \"Answer about {city} in {}.\"}\n",
	Good: "version: 1\ndialect: eino\nkeys: {city: string}\ninstructions:\n  a: {text: \"Answer about {city} in {{}}.\"}\n",

	WithoutSchema: true,
})

var _ = judge.Register(judge.Rule{Rule: AllValues, In: judge.Eino, Group: checkAllValues})

// checkAllValues reports what stands for all session values.
func checkAllValues(p *judge.Pass, tok instruction.Token) {
	field, err := p.EinoField(tok)
	if err != nil || tok.End-tok.Start < len("{}") || len(field.Path) > 0 {
		return
	}
	text := tok.Text(p.Text)
	f := p.Reportf(AllValues, tok.Start, tok.End, "eino puts all session values here, and the model reads them")
	f.Hintf("write {%s} if the braces are meant, or name one key", text).
		Suggest(f.Span, "{"+text+"}")
}
