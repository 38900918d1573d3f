package schema

import (
	"github.com/seed92179c4c/stategen/diag"
	"gopkg.in/yaml.v3"
)

// builder turns YAML nodes into nodes: it places them, resolves aliases and
// refuses what stategen.yaml does not use.
type builder struct {
	file  *file
	done  map[*yaml.Node]*node // nil while a node is being built
	diags *report
	depth int
	count int // values built, those that aliases stand for included
}

func (b *builder) build(y *yaml.Node) *node {
	if y.Kind == yaml.AliasNode {
		return b.alias(y)
	}
	n, seen := b.done[y]
	if seen {
		return n
	}
	b.done[y] = nil
	before := b.diags.mistakes
	if span := b.file.span(0, 0); b.tooMany(1, span) {
		n = &node{file: b.file, yaml: y, span: span, tag: tagNull, broken: true}
		b.done[y] = n
		return n
	}
	n = &node{file: b.file, yaml: y, span: b.file.nodeSpan(y)}
	b.depth++
	switch {
	case y.Kind == yaml.ScalarNode:
		n.tag, n.text = b.scalar(y, n.span), y.Value
	case b.depth > maxDepth:
		b.tooDeep(n)
	case y.Kind == yaml.MappingNode:
		b.mapping(n, y)
	case y.Kind == yaml.SequenceNode:
		b.list(n, y)
	}
	b.depth--
	n.broken = n.broken || b.diags.mistakes != before
	b.done[y] = n
	return n
}

// tooMany counts values, and reports once that there are too many of them.
func (b *builder) tooMany(more int, span diag.Span) bool {
	before := b.count
	b.count += more
	if b.count > maxNodes && before <= maxNodes {
		b.diags.add(idFileLimit, span, "the file holds more than %d values, its aliases written out", maxNodes).
			hint("split the schema with include, and use fewer aliases")
	}
	return b.count > maxNodes
}

func (b *builder) tooDeep(n *node) {
	n.tag = tagNull
	b.diags.add(idFileLimit, n.span, "values nest deeper than %d levels here", maxDepth).
		hint("flatten the value")
}

// alias resolves *name. The anchored node was built before, because an anchor
// stands before its aliases; it is nil only inside itself.
func (b *builder) alias(y *yaml.Node) *node {
	span := b.file.nodeSpan(y)
	null := &node{file: b.file, yaml: y, span: span, tag: tagNull, broken: true}
	n := b.build(y.Alias)
	if n == nil {
		b.diags.add(idUnsupportedYAML, span, "the alias %s stands inside its own anchor", "*"+y.Value).
			hint("write the value out")
		return null
	}
	if b.tooMany(n.size, span) {
		return null
	}
	// A copy, so that mistakes are reported where the alias stands.
	placed := *n
	placed.span = span
	placed.yaml = y
	return &placed
}

func (b *builder) list(n *node, y *yaml.Node) {
	n.kind = listNode
	end := n.span.End
	for _, item := range y.Content {
		child := b.build(item)
		n.items = append(n.items, child)
		n.size += 1 + child.size
		end = max(end, child.span.End)
	}
	b.close(n, y, end)
}

func (b *builder) mapping(n *node, y *yaml.Node) {
	n.kind = mapNode
	n.index = make(map[string]int, len(y.Content)/2)
	end := n.span.End
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, value := b.build(y.Content[i]), b.build(y.Content[i+1])
		n.size += 2 + key.size + value.size
		end = max(end, key.span.End, value.span.End)
		b.entry(n, key, value)
	}
	b.close(n, y, end)
}

func (b *builder) entry(n, key, value *node) {
	n.merges = n.merges || key.tag == tagMerge
	if !b.usableKey(key) {
		n.lost = true
		return
	}
	if first, dup := n.index[key.text]; dup {
		b.diags.add(idDuplicateField, key.span, "%s stands here twice", diag.Quote(key.text)).
			hint("remove one of the two").
			related(n.keys[first].span, "first written here")
		n.items[first].broken, n.items[first].lost = true, true // which of the two is meant is not known
		return
	}
	n.index[key.text] = len(n.keys)
	n.keys = append(n.keys, key)
	n.items = append(n.items, value)
}

// close extends the span of a flow collection to its closing bracket.
func (b *builder) close(n *node, y *yaml.Node, end int) {
	if y.Style&yaml.FlowStyle != 0 {
		n.span.End = b.file.flowEnd(end)
	}
}

func (b *builder) usableKey(key *node) bool {
	switch {
	case key.kind != scalarNode:
		b.diags.add(idUnsupportedYAML, key.span, "a name must be a string, not %s", key.describe()).
			hint("put a text that begins with { or [ in double quotes")
		return false
	case key.tag == tagMerge:
		b.diags.add(idUnsupportedYAML, key.span, "the merge key << is not supported").
			hint("write the fields out")
		return false
	}
	return true
}

func (b *builder) scalar(y *yaml.Node, span diag.Span) string {
	switch tag := y.ShortTag(); tag {
	case tagNull, tagBool, tagInt, tagFloat, tagString, tagTime, tagBinary, tagMerge:
		return tag
	default:
		b.diags.add(idUnsupportedYAML, span, "the tag %s is not supported", y.Tag).
			hint("remove the tag")
		return tagString
	}
}
