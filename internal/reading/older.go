package reading

import (
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// others finds keys of today by other names: those of renamed_from, was or renamed_to.
type others struct {
	single   map[string]*Key
	families []otherFamily
}

type otherFamily struct {
	key     *Key
	name    string
	matcher *typed.Family
}

func newOthers(keys []*Key) others {
	o := others{single: map[string]*Key{}}
	for _, k := range keys {
		for _, name := range k.OtherNames() {
			if k.family != nil {
				o.families = append(o.families, otherFamily{k, name, typed.NewFamily(name, plan.TextsOf(k.Key, name))})
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

// Find returns the key that a stored key belongs to, its wire of today, and the name as the schema has it if it is
// another name of the key. A key that is declared itself is no other name. Nil: none.
func (r *Schema) Find(stored string) (k *Key, wire, name string) {
	if k := r.Key(stored); k != nil {
		return k, stored, ""
	}
	if k := r.others.single[stored]; k != nil {
		return k, k.Wire(), stored
	}
	for _, f := range r.others.families {
		params, ok := f.matcher.Match(stored)
		if !ok {
			continue
		}
		if wire, err := f.key.family.Key(params...); err == nil {
			return f.key, wire, f.name
		}
	}
	return nil, stored, ""
}
