package check

import (
	"path"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// keyIndex answers what a key in a text stands for.
type keyIndex struct {
	exact       map[string]*schema.Key // by the key as a state holds it
	families    []*schema.Key
	foreign     []string
	names       []string // without prefix
	foldedWires map[string][]*schema.Key
	foldedNames map[string][]*schema.Key
	near        map[string]suggestion // answers of suggest
}

func newKeyIndex(s *schema.Schema) *keyIndex {
	x := &keyIndex{
		exact:       map[string]*schema.Key{},
		foreign:     s.Foreign,
		foldedWires: map[string][]*schema.Key{},
		foldedNames: map[string][]*schema.Key{},
		near:        map[string]suggestion{},
	}
	for _, k := range s.Keys {
		if len(k.Params) > 0 {
			x.families = append(x.families, k)
			continue
		}
		wire, name := fold(k.Wire()), fold(k.Name)
		x.exact[k.Wire()] = k
		x.names = append(x.names, k.Name)
		x.foldedWires[wire] = append(x.foldedWires[wire], k)
		x.foldedNames[name] = append(x.foldedNames[name], k)
	}
	return x
}

// find returns the declared key, or the family, that a key belongs to; nil
// when there is none.
func (x *keyIndex) find(wire string) *schema.Key {
	if k, ok := x.exact[wire]; ok {
		return k
	}
	for _, k := range x.families {
		if inFamily(k, wire) {
			return k
		}
	}
	return nil
}

// isForeign reports whether a key is owned by others.
func (x *keyIndex) isForeign(wire string) bool {
	for _, pattern := range x.foreign {
		if ok, err := path.Match(pattern, wire); ok && err == nil {
			return true
		}
	}
	return false
}

// inFamily reports whether a key has the shape of a family. A parameter is not
// empty and ends where the text behind it begins for the first time.
func inFamily(k *schema.Key, wire string) bool {
	scope, rest := runtime.ParseKey(wire)
	if scope != k.Scope {
		return false
	}
	rest, ok := strings.CutPrefix(rest, k.Name[:k.Params[0].Start])
	if !ok {
		return false
	}
	for i, p := range k.Params {
		last := i == len(k.Params)-1
		end := len(k.Name)
		if !last {
			end = k.Params[i+1].Start
		}
		literal := k.Name[p.End:end]
		if literal == "" {
			return rest != "" // only the last parameter has no text behind it
		}
		n := strings.Index(rest, literal)
		if n < 1 {
			return false
		}
		rest = rest[n+len(literal):]
		if last {
			return rest == ""
		}
	}
	return false
}
