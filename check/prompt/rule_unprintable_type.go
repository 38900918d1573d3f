package prompt

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var unprintableType = diag.Rule{
	ID:       "unprintable-type",
	Severity: diag.Warning,
	Summary:  "a placeholder shows a value that a model can't read well",
	Why: "Bytes are shown as base64. ADK's own injection prints a list or an object in Go's notation, such as " +
		"map[k:[a]]; stategen's renders them as JSON, so those are reported only in a schema with an adk target, and " +
		"not in the instructions that stategen compiles.",
	Bad:  "Photo: {photo}\n",
	Good: "City: {city}\n",
}

func checkUnprintableType(p *pass, ph *placeholder) {
	if !ph.usable() || ph.key.Encoding == schema.JSONString {
		return
	}
	switch kind := ph.key.Type.Kind; {
	case kind == schema.Bytes:
		p.report(unprintableType, ph.Start, ph.End, "%s is bytes, which are shown as base64", diag.Quote(ph.name)).
			hint("put a readable text into another key, or an artifact").
			related(ph.key.Span, "declared here")
	case isCollection(kind) && p.renderedByADK():
		p.report(unprintableType, ph.Start, ph.End, "ADK shows %s in Go's notation, such as map[k:[a]]", diag.Quote(ph.name)).
			hint("list the file under instructions: the compiled instruction shows JSON").
			related(ph.key.Span, "declared here")
	}
}

func isCollection(k schema.Kind) bool {
	return slices.Contains([]schema.Kind{schema.List, schema.Map, schema.Object, schema.Go}, k)
}

func (p *pass) renderedByADK() bool {
	return !p.Compiled && p.dialect() == instruction.ADK &&
		slices.ContainsFunc(p.schema.Targets, func(t schema.Target) bool { return strings.HasPrefix(t.Name, "adk") })
}
