package jsonschema

import (
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// place is what can be stored of a key or a field, and under which names.
type place struct {
	name     string
	others   []string // in the order in which reads try them
	was      []schema.Was
	form     schema.Form
	required bool
	nullable bool   // null is a value of it
	today    object // the values of today, under its own name
}

func (w *stateWriter) placeOf(k *schema.Key) place {
	if w.client {
		return place{name: k.Wire(), today: w.stored(k)}
	}
	return place{k.Wire(), k.OtherNames(), k.Was, schema.Form{Type: k.Type, Encoding: k.Encoding}, k.Required(), false, w.stored(k)}
}

func (w *stateWriter) placeOfField(f *schema.Field) place {
	if w.client {
		return place{name: f.Name, today: w.limited(f.Type, f.Constraints)}
	}
	return place{f.Name, f.RenamedFrom, f.Was, schema.Form{Type: f.Type}, !f.Optional,
		!f.Optional && (f.Type.Kind == schema.JSON || f.Type.Kind == schema.Go), w.limited(f.Type, f.Constraints)}
}

// names lists the names that reads try, today's first.
func (p place) names() []string {
	names := append([]string{p.name}, p.others...)
	for _, was := range p.was {
		if was.Key != "" && !slices.Contains(names, was.Key) {
			names = append(names, was.Key)
		}
	}
	return names
}

// movable reports whether a value can be under another name than today's.
func (p place) movable() bool { return len(p.names()) > 1 }

// accepted describes the values that reads take under a name: those of today, and
// older ones.
func (w *stateWriter) accepted(p place, name string) object {
	var forms []any
	under := name
	if !slices.ContainsFunc(p.was, func(was schema.Was) bool { return was.Key == name }) {
		forms, under = append(forms, p.today), ""
	}
	for i := range p.was {
		if p.was[i].Key == under {
			forms = append(forms, w.older(p, &p.was[i]))
		}
	}
	if len(forms) == 1 {
		return forms[0].(object)
	}
	return object{"anyOf": forms}
}

// older describes the values of an earlier declaration that reads take.
func (w *stateWriter) older(p place, was *schema.Was) object {
	form := was.Form(p.form)
	all := w.limited(form.Type, schema.Constraints{})
	if form.Encoding == schema.JSONString {
		all = w.stored(&schema.Key{Type: form.Type, Encoding: form.Encoding})
	}
	dropped := was.Else == schema.ElseDrop || was.Else == schema.ElseDefault
	if was.Convert == schema.ConvertGo || form.Encoding == schema.JSONString || dropped && !p.required ||
		was.Coverage(p.form.Type) == schema.CoversAll {
		return all
	}
	return w.counterparts(was, form.Type, p.form.Type)
}

// counterparts describes the older values that have a counterpart today.
func (w *stateWriter) counterparts(was *schema.Was, older, today *schema.Type) object {
	switch {
	case today.Kind == schema.Enum:
		return object{"enum": wordsWithCounterpart(was, older, today.Named)}
	case older.Kind != schema.String: // integers and floats
		return object{"type": "integer", "minimum": -runtime.MaxExactInt, "maximum": runtime.MaxExactInt}
	case today.Kind == schema.Bool:
		return object{"enum": []string{"true", "false"}}
	case today.Kind == schema.Float:
		return object{"type": "string", "pattern": numberPattern}
	}
	text := w.limited(today, schema.Constraints{})
	return object{"type": "string", "allOf": []any{text}}
}

// numberPattern is what JSON writes for a number.
const numberPattern = `^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`

// wordsWithCounterpart lists older words that have become a value of an enum, or
// are one still.
func wordsWithCounterpart(was *schema.Was, older *schema.Type, today *schema.Named) []string {
	known, moved := map[string]bool{}, map[string]bool{}
	for _, word := range words(today) {
		known[word] = true
	}
	var list []string
	for _, v := range was.Values {
		moved[v.From] = true
		if known[v.To] {
			list = append(list, v.From)
		}
	}
	candidates := words(today)
	if older.Kind == schema.Enum {
		candidates = words(older.Named)
	}
	for _, word := range candidates {
		if known[word] && !moved[word] {
			list = append(list, word)
		}
	}
	return list
}

// words lists what is read as a value of an enum.
func words(n *schema.Named) []string {
	var list []string
	for _, v := range n.Values {
		list = append(append(list, v.Value), v.RenamedFrom...)
	}
	return list
}

// firstSet says that the first name that is set holds the value.
func (w *stateWriter) firstSet(p place) any {
	var condition any = !p.required
	if p.nullable {
		condition = object{"required": []string{p.name}}
	}
	names := p.names()
	for i := len(names) - 1; i >= 0; i-- {
		condition = object{
			"if":   object{"required": []string{names[i]}, "properties": object{names[i]: object{"not": object{"type": "null"}}}},
			"then": object{"properties": object{names[i]: w.accepted(p, names[i])}},
			"else": condition,
		}
	}
	return condition
}
