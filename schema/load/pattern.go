package load

import (
	"regexp"
	"regexp/syntax"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
	"github.com/seed92179c4c/stategen/schema/jsonschema"
)

var invalidPattern = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-pattern",
	Summary: "a pattern that means something different in Go and in JSON Schema",
	Why:     "Go code checks the pattern by its own rules, editors and other languages by those of JSON Schema. They must accept the same values.",
	Bad:     "version: 1\nkeys:\n  code: {type: string, pattern: '^\\s*[a-z]+$'}\n",
	Good:    "version: 1\nkeys:\n  code: {type: string, pattern: '^[ \\t]*[a-z]+$'}\n",
})

// pattern reads a regular expression that Go and JSON Schema (ECMA 262 with
// its flag u) understand alike.
func (r *valueReader) pattern(n *yamlsrc.Node) *schema.Pattern {
	text, at := n.Str("pattern")
	if at == nil {
		return nil
	}
	if d := jsonschema.Differs(text); d != nil {
		r.Add(invalidPattern, at.Sub(d.Start, d.End), "%s", d.Problem).Hint("%s", d.Fix)
		return nil
	}
	if _, err := regexp.Compile(text); err != nil {
		r.Add(invalidPattern, at.Span, "this is not a valid regular expression: %s", patternProblem(err)).
			Hint("the syntax is that of Go's package regexp")
		return nil
	}
	return &schema.Pattern{Expr: text, Span: at.Span}
}

func patternProblem(err error) string {
	if e, ok := err.(*syntax.Error); ok {
		return e.Code.String() + ": " + diag.Quote(e.Expr)
	}
	return err.Error()
}
