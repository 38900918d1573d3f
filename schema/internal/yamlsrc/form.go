package yamlsrc

import "github.com/seed92179c4c/stategen/internal/yaml"

func (n *Node) IsAlias() bool { return n.yaml.Kind == yaml.AliasNode }

// IsFlow reports whether a collection is written in brackets.
func (n *Node) IsFlow() bool { return n.yaml.Style&yaml.FlowStyle != 0 || len(n.Items) == 0 }

func (n *Node) IsQuoted() bool {
	return n.yaml.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0
}

// IsBlockText reports whether a text is written after | or >.
func (n *Node) IsBlockText() bool {
	return n.yaml.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
}

// TextOffsets returns a function from an offset in a scalar's text to the
// place in the file where that byte is written. Behind an alias it is the
// alias's place, since nothing is written there.
func (n *Node) TextOffsets() func(int) int {
	if n.yaml.Kind == yaml.AliasNode {
		return func(int) int { return n.Span.Start }
	}
	return yaml.Offsets(n.File.Src.Text, n.Span.Start, n.yaml)
}
