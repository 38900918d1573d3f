package yamlsrc

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/yaml"
)

var duplicateField = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "duplicate-field",
	Summary: "a name appears twice in one mapping",
	Why:     "Most YAML tools keep the last of the two in silence, so half of what is written has no effect.",
	Bad:     "version: 1\nkeys:\n  city: string\n  city: int\n",
	Good:    "version: 1\nkeys:\n  city: string\n  city_code: int\n",
})

var unsupportedYAML = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unsupported-yaml",
	Summary: "a file uses a part of YAML that schemas leave out",
	Why:     "Merge keys, tags, several documents and names that are not strings are read differently by different tools, and editors can't check them.",
	Bad:     "version: 1\nkeys:\n  a: &a {type: string}\n  b: {<<: *a, doc: The same.}\n",
	Good:    "version: 1\nkeys:\n  a: {type: string}\n  b: {type: string, doc: The same.}\n",
})

// builder turns YAML nodes into nodes: it places them, resolves aliases and
// refuses what stategen.yaml does not use.
type builder struct {
	file  *File
	done  map[*yaml.Node]*Node // nil while a node is being built
	diags *Report
	depth int
	count int // values built, those that aliases stand for included
}

func (b *builder) build(y *yaml.Node) *Node {
	if y.Kind == yaml.AliasNode {
		return b.alias(y)
	}
	n, seen := b.done[y]
	if seen {
		return n
	}
	b.done[y] = nil
	before := b.diags.Mistakes
	if span := b.file.Span(0, 0); b.tooMany(1, span) {
		n = &Node{File: b.file, yaml: y, Span: span, Tag: tagNull, Broken: true}
		b.done[y] = n
		return n
	}
	n = &Node{File: b.file, yaml: y, Span: b.file.nodeSpan(y)}
	b.depth++
	switch {
	case y.Kind == yaml.ScalarNode:
		n.Tag, n.Text = b.scalar(y, n.Span), y.Value
	case b.depth > maxDepth:
		b.tooDeep(n)
	case y.Kind == yaml.MappingNode:
		b.mapping(n, y)
	case y.Kind == yaml.SequenceNode:
		b.list(n, y)
	}
	b.depth--
	n.Broken = n.Broken || b.diags.Mistakes != before
	b.done[y] = n
	return n
}

// tooMany counts values, and reports once that there are too many of them.
func (b *builder) tooMany(more int, span diag.Span) bool {
	before := b.count
	b.count += more
	if b.count > maxNodes && before <= maxNodes {
		b.diags.Say(ManyValues, span, maxNodes)
	}
	return b.count > maxNodes
}

func (b *builder) tooDeep(n *Node) {
	n.Tag = tagNull
	b.diags.Say(DeepValue, n.Span, maxDepth)
}

// alias resolves *name. The anchored node was built before, because an anchor
// is before its aliases; it is nil only inside itself.
func (b *builder) alias(y *yaml.Node) *Node {
	span := b.file.nodeSpan(y)
	null := &Node{File: b.file, yaml: y, Span: span, Tag: tagNull, Broken: true}
	n := b.build(y.Alias)
	if n == nil {
		b.diags.Add(unsupportedYAML, span, "the alias %s is inside its own anchor", "*"+y.Value).
			Hint("write the value out")
		return null
	}
	if b.tooMany(n.size, span) {
		return null
	}
	// A copy, so that mistakes are reported where the alias is.
	placed := *n
	placed.Span = span
	placed.yaml = y
	return &placed
}

func (b *builder) list(n *Node, y *yaml.Node) {
	n.Kind = List
	end := n.Span.End
	for _, item := range y.Content {
		child := b.build(item)
		n.Items = append(n.Items, child)
		n.size += 1 + child.size
		end = max(end, child.Span.End)
	}
	b.close(n, y, end)
}

func (b *builder) mapping(n *Node, y *yaml.Node) {
	n.Kind = Map
	n.index = make(map[string]int, len(y.Content)/2)
	end := n.Span.End
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := b.build(y.Content[i]), b.build(y.Content[i+1])
		n.size += 2 + key.size + value.size
		end = max(end, key.Span.End, value.Span.End)
		b.entry(n, key, value)
	}
	b.close(n, y, end)
}

func (b *builder) entry(n, key, value *Node) {
	n.Merges = n.Merges || key.Tag == tagMerge
	if !b.usableKey(key) {
		n.Lost = true
		return
	}
	if first, dup := n.index[key.Text]; dup {
		b.diags.Add(duplicateField, key.Span, "%s appears here twice", diag.Key(key.Text)).
			Hint("remove one of the two").
			Related(n.Keys[first].Span, "first written here")
		n.Items[first].Broken, n.Items[first].Lost = true, true // which of the two is meant is not known
		return
	}
	n.index[key.Text] = len(n.Keys)
	n.Keys = append(n.Keys, key)
	n.Items = append(n.Items, value)
}

// close extends the span of a flow collection to its closing bracket.
func (b *builder) close(n *Node, y *yaml.Node, end int) {
	if y.Style&yaml.FlowStyle != 0 {
		n.Span.End = b.file.flowEnd(end)
	}
}

var secondDocument = unsupportedYAML.Says("a schema file is one YAML document, and a second one begins here",
	"remove it, or move it to a file of its own and include that")

func (b *builder) usableKey(key *Node) bool {
	switch {
	case key.Kind != Scalar:
		b.diags.Add(unsupportedYAML, key.Span, "a name must be a string, not %s", key.Describe()).
			Hint("put a text that begins with { or [ in double quotes")
		return false
	case key.Tag == tagMerge:
		b.diags.Add(unsupportedYAML, key.Span, "the merge key << is not supported").
			Hint("write the fields out")
		return false
	}
	return true
}

func (b *builder) scalar(y *yaml.Node, span diag.Span) string {
	switch tag := y.ShortTag(); tag {
	case tagNull, TagBool, TagInt, TagFloat, TagString, TagTime, TagBinary, tagMerge:
		return tag
	default:
		b.diags.Add(unsupportedYAML, span, "the tag %s is not supported", y.Tag).
			Hint("remove the tag")
		return TagString
	}
}
