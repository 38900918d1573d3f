package reference

import "github.com/seed92179c4c/stategen/schema"

// Type is an enum or an object.
type Type struct {
	Name, Anchor, Doc string
	Values            []Member // of an enum
	Fields            []Member // of an object
}

// Member is a value of an enum, or a field of an object.
type Member struct {
	Name, Doc string
	Type      TypeText // of a field
	Facts     []Fact
}

func (b *builder) namedType(t *schema.Named) Type {
	out := Type{Name: t.Name, Anchor: typeAnchor(t.Name), Doc: t.Doc}
	for _, v := range t.Values {
		out.Values = append(out.Values, Member{Name: v.Value, Doc: v.Doc, Facts: b.moves(v.RenamedFrom, "", nil)})
	}
	for _, f := range t.Fields {
		m := Member{Name: f.Name, Doc: f.Doc, Type: typeText(f.Type)}
		if f.Optional {
			m.Facts = append(m.Facts, Fact{Name: "Optional", Text: "it may be null or absent"})
		}
		m.Facts = append(m.Facts, b.constraints(f.Constraints)...)
		if f.Deprecated != "" {
			m.Facts = append(m.Facts, Fact{Name: "Deprecated", Text: f.Deprecated})
		}
		m.Facts = append(m.Facts, b.moves(f.RenamedFrom, "", f.Was)...)
		out.Fields = append(out.Fields, m)
	}
	return out
}
