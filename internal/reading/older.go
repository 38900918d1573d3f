package reading

import (
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// Older finds the key of today that a stored key is another name of, as the wire of
// today: one of renamed_from, was or renamed_to. A key that is declared itself is
// no other name. Nil: none.
type Older struct {
	single   map[string]*Key
	families []olderFamily
}

type olderFamily struct {
	key     *Key
	name    string
	matcher *typed.Family
}

// Older prepares the search.
func (r *Schema) Older() *Older {
	o := &Older{single: map[string]*Key{}}
	for _, k := range r.Keys {
		for _, name := range k.OtherNames() {
			if k.family != nil {
				o.families = append(o.families, olderFamily{k, name, typed.NewFamily(name, plan.TextsOf(k.Key, name))})
			} else if o.single[name] == nil {
				o.single[name] = k
			}
		}
	}
	return o
}

// OtherNames lists all other names under which values of the key may be, as the
// schema has them.
func (k *Key) OtherNames() []string { return k.moves.Names }

// Find returns the key whose other name a stored key is, its wire of today, and the
// name as the schema has it.
func (o *Older) Find(stored string) (k *Key, wire, name string) {
	if k := o.single[stored]; k != nil {
		return k, k.Wire(), stored
	}
	for _, f := range o.families {
		params, ok := f.matcher.Match(stored)
		if !ok {
			continue
		}
		if wire, err := f.key.family.Key(params...); err == nil {
			return f.key, wire, f.name
		}
	}
	return nil, "", ""
}
