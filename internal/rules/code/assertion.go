package code

import (
	"go/ast"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// TypeAssertionMismatch is on values that are read.
var TypeAssertionMismatch = diag.Register(diag.OnGo, diag.Rule{
	ID:       "type-assertion-mismatch",
	Severity: diag.Error,
	Summary:  "a value read from a state is asserted to have a type that it does not have",
	Why: "A database keeps state as JSON and gives numbers back as float64, lists as []any and times as text. " +
		"An assertion that succeeds while the session is in memory then fails after the first reload: with a second " +
		"result it silently gives zero, and a counter starts again.",
	Bad:  "v, _ := st.Get(\"visits\")\nn, _ := v.(int)\n",
	Good: "n, err := bookingstate.Of(st).Visits()\n",

	WithoutSchema: true,
})

// assertion checks the types that the value of a key is asserted to have.
func (p *Checker) assertion(s follow.Sink, t follow.Text, key *schema.Key, e ast.Expr) {
	shapes := s.Shapes
	if len(shapes) == 0 {
		shapes = []framework.Shape{s.Shape}
	}
	if p.Schema.Drafted {
		key = draftedAs(key, s.Shape)
	}
	problem, isReload := assertionProblem(key, shapes, s.Shape, s.Manner.Kept)
	if problem == "" {
		return
	}
	at := s.At
	var passed []diag.Related
	if at.IsZero() {
		at, _ = p.KeyPlace(t, e)
		passed = p.passedOn(s, at)
	}
	d := wrongAssertion(at, key, problem, s.Manner.Kept)
	if p.Schema.Drafted {
		d = wrongDrafted(at, key, s.Shape.Name, problem, isReload)
	}
	d.Related = append(d.Related, passed...)
	p.Report(d, e)
}

// wrongAssertion is about a value that is asserted to have another type. Kept is whether no database has it.
func wrongAssertion(at diag.Span, key *schema.Key, problem string, kept bool) diag.Diagnostic {
	d := diag.New(TypeAssertionMismatch, at, "%s is declared as %s: %s", diag.Key(key.Wire()), declaredType(key), problem).
		WithHint("read it with the generated getter, which accepts every form that a store returns")
	if kept {
		d = d.WithHint("read it with the generated getter, which returns the declared type")
	}
	d.Related = declaredHere(key)
	return d
}

// wrongDrafted is about one where nobody declares the key. IsReload is whether it holds until a database has
// stored the value.
func wrongDrafted(at diag.Span, key *schema.Key, typ, problem string, isReload bool) diag.Diagnostic {
	d := diag.New(TypeAssertionMismatch, at, "%s is asserted to be %s: %s",
		diag.Key(key.Wire()), diag.Indefinite(typ), problem).
		WithHint("expect what is set")
	if isReload {
		d = d.WithHint("also accept what a database returns")
		d.Args = append(d.Args, diag.Arg{Name: "session", Value: "reloaded"})
	}
	return d
}

// kindsOfShapes are the kinds of values that a database gives back in another form.
var kindsOfShapes = map[framework.ShapeKind]schema.Kind{
	framework.ShapeInt: schema.Int, framework.ShapeInteger: schema.Int, framework.ShapeList: schema.List,
	framework.ShapeMap: schema.Object, framework.ShapeStruct: schema.Object, framework.ShapeTime: schema.Time,
	framework.ShapeNamedString: schema.String,
}

// draftedAs is a key of a draft that does not tell its type, with the type that one of its readers takes it to have;
// nil if that says nothing.
func draftedAs(key *schema.Key, shape framework.Shape) *schema.Key {
	kind, isKnown := kindsOfShapes[shape.Kind]
	switch {
	case shape.Kind == framework.ShapeFloat64: // which an int is, once a database has stored it
		return nil
	case key.Type.Kind != schema.JSON:
		return key
	case !isKnown:
		return nil
	}
	as := *key
	as.Type = &schema.Type{Kind: kind, Elem: key.Type}
	return &as
}

// assertionProblem says what is wrong with asserting one shape, given all that
// the value is asserted to be, and whether that is wrong only after a database has stored it. It is empty if
// nothing is, and of no key.
func assertionProblem(key *schema.Key, all []framework.Shape, one framework.Shape,
	kept bool) (problem string, isReload bool) {
	has := func(kinds ...framework.ShapeKind) bool {
		return slices.ContainsFunc(all, func(s framework.Shape) bool { return slices.Contains(kinds, s.Kind) })
	}
	if key == nil || has(framework.ShapeUnknown, framework.ShapeNil) {
		return "", false
	}
	if kept || key.Scope == runtime.ScopeTemp {
		return keptProblem(key, all, one), false
	}
	if isIntegerKey(key) {
		switch {
		case has(framework.ShapeFloat64) && has(framework.ShapeInt, framework.ShapeInteger):
			return "", false
		case isWhole(one):
			return "a database gives it back as float64, and .(" + one.Name + ") then fails", true
		case one.Kind == framework.ShapeFloat64:
			return "while the session is in memory it is an int, and .(float64) fails", false
		}
		return "it is never " + diag.Indefinite(one.Name), false
	}
	stored := storedForms(key)
	if has(stored...) {
		return "", false
	}
	if sameMeaning(key, one) {
		return "a database gives it back as " + formName(stored[0]) + ", and .(" + one.Name + ") then fails", true
	}
	return "it is never " + diag.Indefinite(one.Name), false
}

// keptProblem is the same for a key that is never stored: it keeps the form in
// which it was written.
func keptProblem(key *schema.Key, all []framework.Shape, one framework.Shape) string {
	if slices.ContainsFunc(all, func(s framework.Shape) bool { return isKept(key, s) }) {
		return ""
	}
	return "it is never " + diag.Indefinite(one.Name)
}

// isKept reports whether a value of a key that is never stored can have a shape.
func isKept(key *schema.Key, s framework.Shape) bool {
	if isIntegerKey(key) {
		return s.Kind != framework.ShapeFloat64 && sameMeaning(key, s)
	}
	return sameMeaning(key, s) || slices.Contains(storedForms(key), s.Kind)
}

func isWhole(s framework.Shape) bool {
	return s.Kind == framework.ShapeInt || s.Kind == framework.ShapeInteger
}

// outputKey checks a declared key that an agent's answer is saved under.
func (p *Checker) outputKey(t follow.Text, e ast.Expr) {
	at, _ := p.KeyPlace(t, e)
	for _, d := range p.Check.OutputKey(source.Text{File: follow.TextFile, Text: t.String()}) {
		d.Span = at
		p.Report(d, e)
	}
}
