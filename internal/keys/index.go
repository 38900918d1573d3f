package keys

import (
	"path"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// Index finds the declared key that a key in a text refers to.
type Index struct {
	schema      *schema.Schema
	exact       map[string]*schema.Key // by the key as it is in a state
	families    []family
	foreign     []string
	names       []string // without prefix
	foldedWires map[string][]*schema.Key
	foldedNames map[string][]*schema.Key
	near        map[string]Suggestion // answers of suggest

	moved         map[string]Moved // by the name that is not declared
	movedFamilies []movedFamily
}

// New prepares an Index. The schema must not change afterwards.
func New(s *schema.Schema) *Index {
	x := &Index{
		schema:      s,
		exact:       map[string]*schema.Key{},
		foreign:     s.Foreign,
		foldedWires: map[string][]*schema.Key{},
		foldedNames: map[string][]*schema.Key{},
		near:        map[string]Suggestion{},
	}
	for _, k := range s.Keys {
		if len(k.Params) > 0 {
			x.families = append(x.families, newFamily(k))
			continue
		}
		x.exact[k.Wire()] = k
		x.addNames(k)
	}
	x.addMoves(s)
	return x
}

// addNames makes a key one that can be meant by a name that is not declared.
func (x *Index) addNames(k *schema.Key) {
	wire, name := diag.Fold(k.Wire()), diag.Fold(k.Name)
	x.names = append(x.names, k.Name)
	x.foldedWires[wire] = append(x.foldedWires[wire], k)
	x.foldedNames[name] = append(x.foldedNames[name], k)
}

// family is a family of keys with its matcher.
type family struct {
	key     *schema.Key
	matcher *typed.Family
}

func newFamily(k *schema.Key) family {
	return family{k, typed.NewFamily(k.Wire(), k.Literals())}
}

// Find returns the declared key, or the family, that a key belongs to; nil
// when there is none.
func (x *Index) Find(wire string) *schema.Key {
	if k, ok := x.exact[wire]; ok {
		return k
	}
	if x.schema.MayDeclare(wire) || x.moved[wire].Removed != nil {
		return nil // perhaps, or once, as a key beside the families
	}
	for _, f := range x.families {
		if f.matcher.Has(wire) {
			return f.key
		}
	}
	return nil
}

// Foreign reports whether a key is owned by others, or may be declared where
// the schema has a mistake: nothing can be said of either.
func (x *Index) Foreign(wire string) bool {
	for _, pattern := range x.foreign {
		if ok, err := path.Match(pattern, wire); ok && err == nil {
			return true
		}
	}
	return x.exact[wire] == nil && x.schema.MayDeclare(wire)
}

// Exact returns the declared key of that name, which is no family; nil when there is
// none.
func (x *Index) Exact(wire string) *schema.Key { return x.exact[wire] }

// Folded returns the declared keys that differ from a name in letter case and separators
// at most.
func (x *Index) Folded(wire string) []*schema.Key { return x.foldedWires[diag.Fold(wire)] }

// Families returns the declared families.
func (x *Index) Families() []*schema.Key {
	var list []*schema.Key
	for _, f := range x.families {
		list = append(list, f.key)
	}
	return list
}
