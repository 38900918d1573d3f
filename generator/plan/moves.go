package plan

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Moves are the other names and forms that values of a key or a field may have.
type Moves struct {
	Names []string // in the order in which reads try them
	Older []Older  // the latest first
}

// Moved reports whether there are any.
func (m Moves) Moved() bool { return len(m.Names) > 0 || len(m.Older) > 0 }

// Older is an earlier declaration whose values are still read.
type Older struct {
	*schema.Was
	Name  int                // which of the other names has such values, counted from 1; 0: today's name
	Type  *schema.Type       // of the older values
	Steps []Step             // from an older value to one of today, if the conversion is built in
	Words []schema.ValueMove // what older words have become, those included that an older enum read as others
}

// Drop reports whether an older value without a counterpart counts as not set.
// Then a key has its default, if there is one.
func (o Older) Drop() bool { return o.Else == schema.ElseDrop || o.Else == schema.ElseDefault }

// Step is a part of a conversion, of values as a state stores them.
type Step int

// The steps: one that makes a value the only item of a list, those between text
// and other scalars, new words for old ones, and the text of a value's JSON.
const (
	Item Step = iota
	Text
	Bool
	Float
	Values
	JSONText
)

func keyMoves(k *schema.Key) Moves {
	names := k.RenamedFrom
	if k.RenamedTo != "" {
		names = append([]string{k.RenamedTo}, names...)
	}
	return newMoves(names, k.Was, k.Type, k.Encoding)
}

// NewestName is the scope and the text that names of the key in code are made of: those of
// the next release, if they are known. The places of parameters are underscores.
func (k *Key) NewestName() (runtime.Scope, string) {
	scope, texts := k.Scope, k.Literals()
	if k.RenamedTo != "" {
		scope, _ = runtime.ParseKey(k.RenamedTo)
		texts = TextsOf(k.Key, k.RenamedTo)
	}
	return scope, strings.TrimPrefix(strings.Join(texts, "_"), scope.Prefix())
}

// FieldMoves are the moves of a field.
func FieldMoves(f *schema.Field) Moves { return newMoves(f.RenamedFrom, f.Was, f.Type, schema.Plain) }

func newMoves(names []string, was []schema.Was, today *schema.Type, e schema.Encoding) Moves {
	m := Moves{Names: slices.Clone(names)}
	for i := range was {
		w := &was[i]
		o := Older{Was: w, Type: w.Type}
		if o.Type == nil {
			o.Type = today
		}
		if w.Convert == schema.ConvertBuiltIn {
			o.Words = w.Words(o.Type)
			o.Steps = steps(o, today, e)
		}
		if w.Key != "" {
			if !slices.Contains(m.Names, w.Key) {
				m.Names = append(m.Names, w.Key)
			}
			o.Name = slices.Index(m.Names, w.Key) + 1
		}
		m.Older = append(m.Older, o)
	}
	return m
}

func steps(o Older, today *schema.Type, e schema.Encoding) []Step {
	var list []Step
	if len(o.Words) > 0 {
		list = append(list, Values)
	}
	if step, ok := typeStep(o, today); ok {
		list = append(list, step)
	}
	if e == schema.JSONString {
		list = append(list, JSONText)
	}
	return list
}

// typeStep is the step between two types; none where an older value is stored as
// one of today is.
func typeStep(o Older, today *schema.Type) (Step, bool) {
	switch {
	case today.Kind == schema.List && today.String() != o.Type.String():
		return Item, true
	case today.Kind == schema.String && isNumberOrBool(o.Type):
		return Text, true
	case today.Kind == schema.Bool && o.Type.Kind == schema.String:
		return Bool, true
	case today.Kind == schema.Float && o.Type.Kind == schema.String:
		return Float, true
	}
	return 0, false
}

func isNumberOrBool(t *schema.Type) bool {
	return t.Kind == schema.Bool || t.Kind.IsNumber()
}

// Rewritten reports whether values of a type may have parts in them that are
// stored in another way than today.
func Rewritten(t *schema.Type) bool {
	return anyInside(t, map[*schema.Named]bool{}, func(n *schema.Named) bool {
		return len(RenamedValues(n)) > 0 || slices.ContainsFunc(n.Fields, func(f *schema.Field) bool { return FieldMoves(f).Moved() })
	})
}

// RenamedValues are the older values of an enum, and what they have become.
func RenamedValues(n *schema.Named) []schema.ValueMove {
	var list []schema.ValueMove
	for _, v := range n.Values {
		for _, old := range v.RenamedFrom {
			list = append(list, schema.ValueMove{From: old, To: v.Value})
		}
	}
	return list
}
