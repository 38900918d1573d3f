package reference

import (
	"strings"

	"github.com/seed92179c4c/stategen/schema"
)

// Key is what is shown of a key.
type Key struct {
	Name, Anchor string
	Declared     Link
	Doc          string
	Deprecated   string
	Badges       []string // in a word or two: "optional", "sensitive"
	Type         TypeText
	Getter       string
	Facts        []Fact
	Changed      []Use // who writes, merges or clears it
	Read         []Use // who reads it, and which prompts show it
	Picture      Picture

	node string // of the graph
}

func (b *builder) key(k *schema.Key) *Key {
	out := &Key{
		Name: k.Wire(), Anchor: b.anchor("key", k.Wire()), Doc: k.Doc, Deprecated: k.Deprecated,
		Badges: badges(k), Type: typeText(k.Type), Facts: b.keyFacts(k), node: b.index.keys[k],
	}
	_, out.Getter = b.Accessors(k)
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
