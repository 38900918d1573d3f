package load

import (
	"slices"

	"github.com/seed92179c4c/stategen/schema"
)

// validSubset returns what is certain of a schema with so many mistakes; nil if that is nothing.
func (g *gaps) validSubset(s *schema.Schema, mistakes int) *schema.Schema {
	if s == nil || g.settings {
		return nil
	}
	g.spreadTypes(s.Types)
	part := *s
	part.Partial, part.Hidden = true, mistakes > g.explained
	part.Types = slices.DeleteFunc(slices.Clone(s.Types), func(n *schema.Named) bool { return g.types[n] })
	part.Keys = nil
	for _, k := range s.Keys {
		if !g.declared[k] && g.isSound(k.Type) {
			part.Keys = append(part.Keys, k)
			continue
		}
		part.Unclear = append(part.Unclear, k)
		part.Hidden = part.Hidden || len(k.Params) > 0
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
