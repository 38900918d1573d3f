package breaking

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/reading"
)

// pair is a key in both schemas; nil: it isn't in one of them.
type pair struct{ old, new *reading.Key }

// wires are a key of a state that stands for a declaration, by the name that each
// side stores it under. A family is represented by one of its keys.
func (p pair) wires() (old, today string) {
	switch {
	case len(p.old.Params) == 0 && len(p.new.Params) == 0:
		return p.old.Wire(), p.new.Wire()
	case len(p.old.Params) == 0:
		return p.old.Wire(), p.old.Wire()
	case len(p.new.Params) == 0:
		return p.new.Wire(), p.new.Wire()
	}
	return member(p.old), member(p.new)
}

// wire is what findings call the pair.
func (p pair) wire() string {
	if p.new == nil {
		return p.old.Wire()
	}
	return p.new.Wire()
}

// member is a key of a family.
func member(k *reading.Key) string {
	var text string
	for i, literal := range k.Literals() {
		if i > 0 {
			text += "1"
		}
		text += literal
	}
	return text
}

// index is the keys of a schema by shape.
func index(s *reading.Schema) map[string]*reading.Key {
	keys := map[string]*reading.Key{}
	for _, k := range s.Keys {
		keys[shape(k)] = k
	}
	return keys
}

// shape is a key's name, or of a family the texts around its parameters, whatever
// these are called.
func shape(k *reading.Key) string { return shapeOf(k, k.Wire()) }

// shapeOf is the shape of another name of a key.
func shapeOf(k *reading.Key, name string) string {
	for _, p := range k.Params {
		name = strings.Replace(name, "{"+p.Name+"}", "{}", 1)
	}
	return name
}

// olderNames are the names that a key says it had.
func olderNames(k *reading.Key) []string {
	names := slices.Clone(k.RenamedFrom)
	for _, w := range k.Was {
		if w.Key != "" {
			names = append(names, w.Key)
		}
	}
	return names
}

// captor is the family of the other schema that a single key belongs to.
func captor(k *reading.Key, other *reading.Schema) *reading.Key {
	if len(k.Params) > 0 {
		return nil
	}
	return other.Key(k.Wire())
}
