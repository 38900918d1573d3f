package code

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// UnserializableValue is on values that only memory keeps.
var UnserializableValue = diag.Register(diag.OnGo, diag.Rule{
	ID:       "unserializable-value",
	Severity: diag.Error,
	Summary:  "a value that does not survive a database is written to a state",
	Why: "Channels, functions and complex numbers have no JSON form, so that storing the session fails or loses " +
		"its state. A pointer is shared with everybody who reads the key while the session is in memory, and comes " +
		"back as a map from a database.",
	Bad:  "st.Set(\"notes\", make(chan string))\n",
	Good: "st.Set(\"notes\", []string{\"call back\"})\n",

	WithoutSchema: true,
})

const shared = "%s gets %s, which is shared in memory and comes back from a database as another type"

// Its words, by what a key gets: noJSONForm a value without a JSON form, sharedPointer a pointer (sharedDraft: where
// there is no generated setter), lostMethods a value that has methods.
var (
	noJSONForm = UnserializableValue.Says("%s gets %s, which has no JSON form",
		"a state can hold strings, numbers, booleans, and lists and maps of these")
	sharedPointer = UnserializableValue.Says(shared, "store a copy of basic values, or use the generated setter")
	sharedDraft   = UnserializableValue.Says(shared, "store a copy of basic values")
	lostMethods   = UnserializableValue.Says("%s gets %s, which comes back from a database without its methods, if at all",
		"store the basic values in it, or keep it under a temp key")
)

// unserializable reports a value that does not survive a database.
func (p *Checker) unserializable(s follow.Sink, key *schema.Key, at diag.Span, e ast.Expr) {
	if key.Scope == runtime.ScopeTemp {
		return // never stored
	}
	words := noJSONForm
	switch {
	case s.Shape.Kind == framework.ShapePointer && p.Schema.Drafted:
		words = sharedDraft
	case s.Shape.Kind == framework.ShapePointer:
		words = sharedPointer
	case s.Shape.Kind == framework.ShapeObject:
		words = lostMethods
	}
	p.Report(words.At(at, diag.Key(key.Wire()), diag.Indefinite(s.Shape.Name)), e)
}
