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
