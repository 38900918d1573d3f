package reference

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// Key is what is shown of a key.
type Key struct {
	Name, Anchor string
	Declared     Link
	Doc          string
	Deprecated   string
	Badges       []string // in a word or two: "optional", "sensitive"
	Type         []Word
	Getter       string
	Facts        []Fact
	Changed      []Use // who writes, merges or clears it
	Read         []Use // who reads it, and which prompts show it
	Picture      Picture

	node string // of the graph
}

// Fact is something that the schema says; Code, in its own words.
type Fact struct {
	Name, Text string
	Code       bool
}

// Word is a part of a type; one that the schema declares has an anchor.
type Word struct{ Text, Anchor string }

func (b *builder) key(k *schema.Key) *Key {
	out := &Key{
		Name: k.Wire(), Anchor: b.anchor("key", k.Wire()), Doc: k.Doc, Deprecated: k.Deprecated,
		Badges: badges(k), Type: words(k.Type), Getter: b.Getters[k], Facts: b.keyFacts(k), node: b.index.keys[k],
	}
	if node, ok := b.index.nodes[out.node]; ok && len(node.Places) > 0 {
		out.Declared = b.place(node.Places[0])
	}
	out.Changed, out.Read = b.uses(out.node)
	out.Picture = picture(out)
	return out
}

func badges(k *schema.Key) []string {
	list := k.Traits()
	if len(k.Params) > 0 {
		list = append(list, "family")
	}
	if k.Sensitive {
		list = append(list, "sensitive")
	}
	if k.Deprecated != "" {
		list = append(list, "deprecated")
	}
	return list
}

// words takes a type apart, so that named ones can be links.
func words(t *schema.Type) []Word {
	switch {
	case t == nil:
		return []Word{{Text: "?"}}
	case t.Kind == schema.List:
		return append([]Word{{Text: "[]"}}, words(t.Elem)...)
	case t.Kind == schema.Map:
		return append([]Word{{Text: "map[string]"}}, words(t.Elem)...)
	case t.Named != nil:
		return []Word{{t.Named.Name, typeAnchor(t.Named.Name)}}
	}
	return []Word{{Text: t.String()}}
}

// typeAnchor is that of a named type, whose name is a Go identifier.
func typeAnchor(name string) string { return "type-" + name }

func (b *builder) keyFacts(k *schema.Key) []Fact {
	var list []Fact
	if k.Default != nil {
		list = append(list, Fact{"Default", b.written(k.Default.Span), true})
	}
	if k.Merge != schema.MergeLast {
		list = append(list, Fact{Name: "Merge", Text: mergeWords[k.Merge]})
	}
	list = append(list, b.constraints(k.Constraints)...)
	if k.Encoding == schema.JSONString {
		list = append(list, Fact{Name: "Stored", Text: "as JSON text in a string"})
	}
	list = append(list, b.moves(k.RenamedFrom, k.RenamedTo, k.Was)...)
	if len(k.WrittenBy) > 0 {
		list = append(list, Fact{"Declared writers", strings.Join(k.WrittenBy, ", "), true})
	}
	return list
}

var mergeWords = map[schema.Merge]string{
	schema.MergeSum: "concurrent changes are added", schema.MergeMin: "the smallest value stays",
	schema.MergeMax: "the largest value stays", schema.MergeAppend: "concurrent items are all appended",
	schema.MergeUnion: "concurrent items are all kept, once each",
}

func (b *builder) moves(from []string, to string, was []schema.Was) []Fact {
	var list []Fact
	if to != "" {
		list = append(list, Fact{"Renamed to", to, true})
	}
	if len(from) > 0 {
		list = append(list, Fact{"Renamed from", strings.Join(from, ", "), true})
	}
	for _, w := range was {
		list = append(list, Fact{"Was", b.written(w.Span), true})
	}
	return list
}

func (b *builder) constraints(c schema.Constraints) []Fact {
	var list []Fact
	bound := func(name string, v *schema.Bound) {
		if v != nil {
			list = append(list, Fact{name, b.written(v.Span), true})
		}
	}
	limit := func(name string, l *schema.Limit) {
		if l != nil {
			list = append(list, Fact{name, fmt.Sprint(l.N), true})
		}
	}
	bound("Minimum", c.Min)
	bound("Maximum", c.Max)
	limit("Minimum length", c.MinLength)
	limit("Maximum length", c.MaxLength)
	if c.Pattern != nil {
		list = append(list, Fact{"Pattern", c.Pattern.Expr, true})
	}
	limit("Minimum items", c.MinItems)
	limit("Maximum items", c.MaxItems)
	if c.Unique {
		list = append(list, Fact{Name: "Items", Text: "no two are equal"})
	}
	return list
}

// written is what stands at a place of the schema, in one line.
func (b *builder) written(s diag.Span) string {
	src := b.Sources[s.File]
	if src == nil || s.Start < 0 || s.End > len(src.Text) || s.Start > s.End {
		return ""
	}
	return strings.Join(strings.Fields(string(src.Text[s.Start:s.End])), " ")
}

func (b *builder) namedType(t *schema.Named) Type {
	out := Type{Name: t.Name, Anchor: typeAnchor(t.Name), Doc: t.Doc}
	for _, v := range t.Values {
		out.Values = append(out.Values, Member{Name: v.Value, Doc: v.Doc, Facts: b.moves(v.RenamedFrom, "", nil)})
	}
	for _, f := range t.Fields {
		m := Member{Name: f.Name, Doc: f.Doc, Type: words(f.Type)}
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
