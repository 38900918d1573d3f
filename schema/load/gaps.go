package load

import (
	"slices"

	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/shape"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// gaps are what mistakes leave unknown of a schema while it is read.
type gaps struct {
	declared   map[*schema.Key]bool   // keys whose declaration is wrong
	types      map[*schema.Named]bool // types whose declaration is wrong
	incomplete map[*schema.Named]bool // types without some of their values or fields, because these are wrong
	explained  int                    // mistakes that leave no key in doubt but the one whose declaration they are in
	typeNames  bool                   // some types are not known at all
	settings   bool                   // what placeholders look like, or the severity of rules, is not known
}

func newGaps() *gaps {
	return &gaps{declared: map[*schema.Key]bool{}, types: map[*schema.Named]bool{}, incomplete: map[*schema.Named]bool{}}
}

// all is what a file leaves unknown of which a part can't be read.
func (g *gaps) all() { g.typeNames, g.settings = true, true }

// wrongSections notes what a file leaves unknown because a field at its top is
// wrong, or has a name that there is not.
func (g *gaps) wrongSections(root *yamlsrc.Node) {
	if root.Kind != yamlsrc.Map || root.Lost || root.Merges {
		g.all()
		return
	}
	fields := shape.TopFields()
	sections := append(slices.Clone(fields), "rules")
	for i, key := range root.Keys {
		body := root.Items[i]
		switch {
		case !slices.Contains(fields, key.Text) || body.Broken && holdsSection(body, sections):
			g.all()
		case !body.Broken:
		case key.Text == "types":
			g.typeNames = g.typeNames || body.Wrong || body.Lost
		case slices.Contains([]string{"dialect", "placeholders", "check"}, key.Text):
			g.settings = true
		}
	}
}

// holdsSection reports whether a section has what may be another, because of its indentation.
func holdsSection(section *yamlsrc.Node, sections []string) bool {
	return slices.ContainsFunc(section.Keys, func(name *yamlsrc.Node) bool { return slices.Contains(sections, name.Text) })
}

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
