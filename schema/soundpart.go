package schema

import "slices"

// soundPart returns what is certain of a schema with mistakes; nil of none.
func (l *loader) soundPart(s *Schema) *Schema {
	if s == nil {
		return nil
	}
	l.gaps.spreadTypes(s.Types)
	part := *s
	part.gaps = &l.gaps
	part.Types = slices.DeleteFunc(slices.Clone(s.Types), func(n *Named) bool { return l.gaps.types[n] })
	part.Keys = nil
	for _, k := range s.Keys {
		if !l.gaps.declared[k] && l.gaps.isSound(k.Type) {
			part.Keys = append(part.Keys, k)
			continue
		}
		k.Type = nil
		l.gaps.unclear = append(l.gaps.unclear, k)
	}
	return &part
}

// spreadTypes carries doubt from types to those that hold them.
func (g *gaps) spreadTypes(all []*Named) {
	for grown := true; grown; {
		grown = false
		for _, n := range all {
			doubtful := func(f *Field) bool { return !g.isSound(f.Type) }
			if !g.types[n] && slices.ContainsFunc(n.Fields, doubtful) {
				g.types[n], grown = true, true
			}
		}
	}
}

// isSound reports whether nothing is wrong with a type, as far as is known.
func (g *gaps) isSound(t *Type) bool {
	for t != nil && t.Elem != nil {
		t = t.Elem
	}
	return t != nil && !g.types[t.Named]
}
