package statelint

import (
	"go/ast"
	"slices"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// assertion checks the types that the value of a key is asserted to have.
func (p *pass) assertion(s sink, t text, key *schema.Key, e ast.Expr) {
	shapes := s.shapes
	if len(shapes) == 0 {
		shapes = []shape{s.Shape}
	}
	problem := assertionProblem(key, shapes, s.Shape)
	if problem == "" {
		return
	}
	at := s.at
	related := declaredHere(key)
	if at.IsZero() {
		at, _ = p.keyPlace(t, e)
		related = append(related, p.passedOn(s, at)...)
	}
	d := p.finding(check.WrongTypeAssertion, at, "%s is declared as %s: %s", diag.Quote(key.Wire()), declaredType(key), problem)
	d.Hint = "read it with the generated getter, which takes every form that a store gives back"
	d.Related = related
	if fix, ok := p.readFixes[at]; ok {
		d.Fixes = []diag.Fix{fix}
	}
	p.report(d, e)
}

// assertionProblem says what is wrong with asserting one shape, given all that
// the value is asserted to be; empty if nothing is.
func assertionProblem(key *schema.Key, all []shape, one shape) string {
	has := func(kinds ...shapeKind) bool {
		return slices.ContainsFunc(all, func(s shape) bool { return slices.Contains(kinds, s.Kind) })
	}
	if has(shapeUnknown, shapeNil) {
		return ""
	}
	if key.Scope == runtime.ScopeTemp {
		return keptProblem(key, all, one)
	}
	if isIntegerKey(key) {
		switch {
		case has(shapeFloat64) && has(shapeInt, shapeInteger):
			return ""
		case one.Kind == shapeInt || one.Kind == shapeInteger:
			return "a database gives it back as float64, and .(" + one.Name + ") then fails"
		case one.Kind == shapeFloat64:
			return "while the session is in memory it is an int, and .(float64) fails"
		}
		return "it is never " + one.indefinite()
	}
	stored := storedForms(key)
	if has(stored...) {
		return ""
	}
	if sameMeaning(key, one) {
		return "a database gives it back as " + formName(stored[0]) + ", and .(" + one.Name + ") then fails"
	}
	return "it is never " + one.indefinite()
}

// keptProblem is the same for a key that is never stored: it keeps the form in
// which it was written.
func keptProblem(key *schema.Key, all []shape, one shape) string {
	form := func(s shape) bool {
		return sameMeaning(key, s) || !isIntegerKey(key) && slices.Contains(storedForms(key), s.Kind)
	}
	switch float := key.Encoding == schema.Plain && key.Type.Kind == schema.Float; {
	case isIntegerKey(key) && one.Kind == shapeFloat64 && !slices.ContainsFunc(all, isWhole):
		return "it is kept as the int that it is, and .(float64) then fails"
	case float && isWhole(one) && !slices.ContainsFunc(all, func(s shape) bool { return s.Kind == shapeFloat64 }):
		return "the generated setter keeps it as float64, and .(" + one.Name + ") then fails"
	case slices.ContainsFunc(all, form):
		return ""
	}
	return "it is never " + one.indefinite()
}

func isWhole(s shape) bool { return s.Kind == shapeInt || s.Kind == shapeInteger }

func isIntegerKey(key *schema.Key) bool {
	return key.Encoding == schema.Plain && (key.Type.Kind == schema.Int || key.Type.Kind == schema.Int64)
}

// storedForms lists the shapes in which a database gives a key's value back.
func storedForms(key *schema.Key) []shapeKind {
	if key.Encoding == schema.JSONString {
		return []shapeKind{shapeString}
	}
	switch key.Type.Kind {
	case schema.Bool:
		return []shapeKind{shapeBool}
	case schema.Float:
		return []shapeKind{shapeFloat64}
	case schema.List:
		return []shapeKind{shapeAnyList}
	case schema.Map, schema.Object:
		return []shapeKind{shapeAnyMap}
	case schema.JSON, schema.Go:
		return []shapeKind{shapeAnyMap, shapeAnyList, shapeString, shapeBool, shapeFloat64}
	}
	return []shapeKind{shapeString}
}

// sameMeaning reports whether a shape is the key's declared type in a form
// that only a store in memory keeps.
func sameMeaning(key *schema.Key, s shape) bool {
	if key.Encoding == schema.JSONString {
		return false
	}
	switch key.Type.Kind {
	case schema.JSON, schema.Go:
		return true
	case schema.Object:
		return s.Kind == shapeStruct || s.Kind == shapePointer || s.Kind == shapeMap
	}
	return storableAs(key.Type, s) || s.Kind == shapeNamedString && storedForms(key)[0] == shapeString ||
		s.Kind == shapeDuration && key.Type.Kind == schema.Duration ||
		s.Kind == shapeFloat32 && key.Type.Kind == schema.Float
}

func formName(k shapeKind) string {
	return map[shapeKind]string{
		shapeString: "string", shapeBool: "bool", shapeFloat64: "float64",
		shapeAnyList: "[]any", shapeAnyMap: "map[string]any",
	}[k]
}

// outputKey checks a declared key that an agent's answer is saved under.
func (p *pass) outputKey(t text, e ast.Expr) {
	at, _ := p.keyPlace(t, e)
	for _, d := range p.checker.OutputKey(check.Text{File: textFile, Text: t.string()}) {
		d.Span = at
		p.report(d, e)
	}
}
