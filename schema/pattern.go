package schema

import (
	"regexp"
	"regexp/syntax"

	"github.com/seed92179c4c/stategen/diag"
)

// pattern reads a regular expression that Go and JSON Schema (ECMA 262 with
// its flag u) understand alike.
func (r *valueReader) pattern(n *node) *Pattern {
	text, at := n.str("pattern")
	if at == nil {
		return nil
	}
	if d := differs(text); d != nil {
		r.add(idBadPattern, at.sub(d.start, d.end), "%s", d.problem).hint("%s", d.mend)
		return nil
	}
	if _, err := regexp.Compile(text); err != nil {
		r.add(idBadPattern, at.span, "this is no regular expression: %s", patternProblem(err)).
			hint("the syntax is that of Go's package regexp")
		return nil
	}
	return &Pattern{Expr: text, Span: at.span}
}

func patternProblem(err error) string {
	if e, ok := err.(*syntax.Error); ok {
		return e.Code.String() + ": " + diag.Quote(e.Expr)
	}
	return err.Error()
}

// matches reports whether some part of text matches a pattern.
func matches(p *Pattern, text string) bool {
	re, err := regexp.Compile(p.Expr)
	return err == nil && re.MatchString(text)
}
