package rules

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var unprintableType = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "unprintable-type",
	Severity: diag.Warning,
	Summary:  "a placeholder shows a value that a model can't read well",
	Why: "Bytes are shown as base64. ADK's own injection prints a list or an object in Go's notation, such as " +
		"map[k:[a]]; stategen's renders them as JSON, so those are reported only in a schema with an adk target, and " +
		"not in the instructions that stategen compiles.",
	Bad:  "Photo: {photo}\n",
	Good: "City: {city}\n",
})

var _ = judge.Register(judge.Rule{Rule: unprintableType, In: judge.NotEino, Placeholder: checkUnprintableType})

var _ = judge.Register(judge.Rule{Rule: unprintableType, In: judge.Eino, Placeholder: checkUnprintableInEino})

func checkUnprintableType(p *judge.Pass, ph *reading.Placeholder) {
	if !ph.Usable() || ph.Key.Encoding == schema.JSONString {
		return
	}
	switch kind := ph.Key.Type.Kind; {
	case kind == schema.Bytes:
		p.Reportf(unprintableType, ph.Start, ph.End, "%s is bytes, which are shown as base64", diag.Key(ph.Wire)).
			Hintf("put a readable text into another key, or an artifact").
			Relatedf(ph.Key.Span, "declared here")
	case isCollection(kind) && renderedByADK(p):
		p.Reportf(unprintableType, ph.Start, ph.End, "ADK shows %s in Go's notation, such as map[k:[a]]", diag.Key(ph.Wire)).
			Hintf("list the file under instructions: the compiled instruction shows JSON").
			Relatedf(ph.Key.Span, "declared here")
	}
}

func checkUnprintableInEino(p *judge.Pass, ph *reading.Placeholder) {
	checkUnprintableType(p, ph)
	field, err := p.EinoField(ph.Token)
	if p.Compiled || ph.Angle || err != nil || len(field.Path) != 1 || !ph.Usable() ||
		ph.Key.Encoding == schema.JSONString || !isCollection(ph.Key.Type.Kind) {
		return
	}
	p.Reportf(unprintableType, ph.Start, ph.End, "eino shows %s in Go's notation, such as map[k:[a]]", diag.Key(ph.Wire)).
		Hintf("list the file under instructions: the compiled instruction shows JSON").
		Relatedf(ph.Key.Span, "declared here")
}

func isCollection(k schema.Kind) bool {
	return slices.Contains([]schema.Kind{schema.List, schema.Map, schema.Object, schema.Go}, k)
}

func renderedByADK(p *judge.Pass) bool {
	return !p.Compiled && p.Dialect.Dialect == instruction.ADK &&
		slices.ContainsFunc(p.Schema.Targets, func(t schema.Target) bool { return strings.HasPrefix(t.Name, "adk") })
}
