package reading

import (
	"errors"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/runtime/typed/moves"
	"github.com/seed92179c4c/stategen/schema"
)

// errByHand is the error of a value that a Go function of the user's converts.
var errByHand = errors.New("a function of the program's own converts the value")

// forms are the forms that values may have; nil: those of today.
func (cs *codecs) forms(m plan.Moves, today *codec) typed.Forms {
	if len(m.Older) == 0 {
		return nil
	}
	f := moves.Forms{Check: moves.Check(today.as)}
	for _, o := range m.Older {
		f.Older = append(f.Older, moves.Older{Name: o.Name, Convert: cs.conversion(o), Drop: o.Drop()})
	}
	return f
}

func (cs *codecs) conversion(o plan.Older) moves.Conversion {
	older := cs.of(o.Type)
	as := older.as
	if o.Encoding == schema.JSONString {
		as = moves.InText(as)
	}
	if o.Convert == schema.ConvertGo {
		return func(v any) (any, bool, error) {
			_, err := as(v)
			return nil, err == nil, errByHand
		}
	}
	var steps []moves.Step
	for _, s := range o.Steps {
		steps = append(steps, step(o, s))
	}
	return moves.BuiltIn(as, older.from, steps...)
}

var builtIn = map[plan.Step]moves.Step{
	plan.Item: moves.Item, plan.Text: moves.Text, plan.Bool: moves.Bool, plan.Float: moves.Float, plan.JSONText: moves.JSONText,
}

func step(o plan.Older, s plan.Step) moves.Step {
	if s != plan.Values {
		return builtIn[s]
	}
	now := map[string]string{}
	for _, v := range o.Values {
		now[v.From] = v.To
	}
	return moves.Values(now)
}

// fieldMoves are the moves of an object's fields.
func (cs *codecs) fieldMoves(named *schema.Named, parts []*codec) []typed.FieldMoves {
	var list []typed.FieldMoves
	for i, f := range named.Fields {
		if m := plan.FieldMoves(f); m.Moved() {
			list = append(list, typed.FieldMoves{Name: f.Name, Names: m.Names, Forms: cs.forms(m, parts[i])})
		}
	}
	return list
}

// declared are the names that no other field of an object can have.
func declared(named *schema.Named) []string {
	var names []string
	for _, f := range named.Fields {
		names = append(append(names, f.Name), plan.FieldMoves(f).Names...)
	}
	return names
}

// converts reports whether a stored value is an older one that becomes one of today.
func converts(f typed.Forms, name int, v any) bool {
	if f == nil {
		return false
	}
	today, moved, err := f.Today(name, v)
	return moved && err == nil && today != nil
}

// drops reports whether a stored value is an older one that counts as not set.
func drops(f typed.Forms, name int, v any) bool {
	if f == nil {
		return false
	}
	today, _, err := f.Today(name, v)
	return err == nil && today == nil
}

// converted are the fields of a stored object whose values are older ones.
func converted(list []typed.FieldMoves, v any) map[string]bool {
	stored, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	var fields map[string]bool
	for _, m := range list {
		for i, name := range append([]string{m.Name}, m.Names...) {
			if stored[name] == nil || drops(m.Forms, i, stored[name]) {
				continue
			}
			if converts(m.Forms, i, stored[name]) {
				fields = with(fields, m.Name)
			}
			break
		}
	}
	return fields
}

func with(set map[string]bool, name string) map[string]bool {
	if set == nil {
		set = map[string]bool{}
	}
	set[name] = true
	return set
}
