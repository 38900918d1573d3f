package load

import (
	"slices"

	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/shape"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// gaps are what mistakes leave unknown of a schema while it is read.
type gaps struct {
	declared   map[*schema.Key]bool   // keys whose declaration is wrong: their names alone are known
	types      map[*schema.Named]bool // types whose declaration is wrong
	incomplete map[*schema.Named]bool // types without some of their values or fields, because these are wrong
	typeNames  bool                   // some types are not known at all
	settings   bool                   // one of those of the main file may be where a mistake is
}

func newGaps() *gaps {
	return &gaps{declared: map[*schema.Key]bool{}, types: map[*schema.Named]bool{}, incomplete: map[*schema.Named]bool{}}
}

// sections notes whether a file may declare types where a mistake is: their field may be wrong, or have a name that
// there is not.
func (g *gaps) sections(root *yamlsrc.Node) {
	known := shape.TopFields()
	misnamed := slices.ContainsFunc(root.Keys, func(key *yamlsrc.Node) bool { return !slices.Contains(known, key.Text) })
	types := root.Field("types")
	g.typeNames = g.typeNames || misnamed || root.Kind != yamlsrc.Map || root.Lost || root.File.More ||
		types != nil && (types.Wrong || types.Lost)
}

// validSubset returns what is certain of a schema with mistakes; nil of none.
func (g *gaps) validSubset(s *schema.Schema) *schema.Schema {
	if s == nil {
		return nil
	}
	g.spreadTypes(s.Types)
	part := *s
	part.Partial = true
	if g.settings {
		part.Check.Rules = map[string]schema.RuleLevel{}
		for _, rule := range shape.RuleNames() {
			part.Check.Rules[rule] = schema.RuleLevel{Level: "off"}
		}
	}
	part.Types = slices.DeleteFunc(slices.Clone(s.Types), func(n *schema.Named) bool { return g.types[n] })
	part.Keys = nil
	for _, k := range s.Keys {
		if !g.declared[k] && g.isSound(k.Type) {
			part.Keys = append(part.Keys, k)
			continue
		}
		k.Type = nil
		part.Unclear = append(part.Unclear, k)
	}
	return &part
}

// spreadTypes carries doubt from types to those that hold them.
func (g *gaps) spreadTypes(all []*schema.Named) {
	for grown := true; grown; {
		grown = false
		for _, n := range all {
			doubtful := func(f *schema.Field) bool { return !g.isSound(f.Type) }
			if !g.types[n] && slices.ContainsFunc(n.Fields, doubtful) {
				g.types[n], grown = true, true
			}
		}
	}
}

// isSound reports whether nothing is wrong with a type, as far as is known.
func (g *gaps) isSound(t *schema.Type) bool {
	for t != nil && t.Elem != nil {
		t = t.Elem
	}
	return t != nil && !g.types[t.Named]
}
