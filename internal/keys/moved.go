package keys

import (
	"strings"

	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// Moved is what a schema says of a key that it does not declare: that it is
// another name of one that it does, or that it is gone.
type Moved struct {
	Key     *schema.Key     // nil: it is gone
	Name    string          // as the schema has it
	Wire    string          // what a store calls the key today
	Next    bool            // the name is that of the next release
	Removed *schema.Removed // nil: it is another name
}

// Moved returns what a schema says of a key that it does not declare; false if
// that is nothing.
func (x *Index) Moved(wire string) (Moved, bool) {
	if m, ok := x.moved[wire]; ok {
		return m, true
	}
	for _, f := range x.movedFamilies {
		if params, ok := f.matcher.Match(wire); ok {
			m := f.moved
			if m.Key != nil {
				m.Wire = filled(m.Key, params)
			}
			return m, true
		}
	}
	return Moved{}, false
}

// movedFamily is another name of a family, or a family that is gone.
type movedFamily struct {
	moved   Moved
	matcher *typed.Family
}

func (x *Index) addMoves(s *schema.Schema) {
	x.moved = map[string]Moved{}
	for _, k := range s.Keys {
		for _, name := range k.OtherNames() {
			x.addMoved(name, Moved{Key: k, Wire: k.Wire(), Next: name == k.RenamedTo})
		}
		for _, was := range k.Was {
			if was.Key != "" {
				x.addMoved(was.Key, Moved{Key: k, Wire: k.Wire()})
			}
		}
	}
	for i := range s.Removed {
		x.addMoved(s.Removed[i].Key, Moved{Removed: &s.Removed[i]})
	}
}

func (x *Index) addMoved(name string, m Moved) {
	m.Name = name
	if texts := literals(name); len(texts) > 1 {
		x.movedFamilies = append(x.movedFamilies, movedFamily{m, typed.NewFamily(name, texts)})
		return
	}
	x.moved[name] = m
}

// literals returns the texts of a pattern around its parameters.
func literals(pattern string) []string {
	var texts []string
	for {
		before, rest, found := strings.Cut(pattern, "{")
		texts = append(texts, before)
		if !found {
			return texts
		}
		_, pattern, _ = strings.Cut(rest, "}")
	}
}

// filled returns a key of a family.
func filled(k *schema.Key, params []string) string {
	var b strings.Builder
	for i, text := range k.Literals() {
		b.WriteString(text)
		if i < len(params) {
			b.WriteString(params[i])
		}
	}
	return b.String()
}
