package schema

import "gopkg.in/yaml.v3"

func (n *node) isAlias() bool { return n.yaml.Kind == yaml.AliasNode }

// isFlow reports whether a collection is written in brackets.
func (n *node) isFlow() bool { return n.yaml.Style&yaml.FlowStyle != 0 || len(n.items) == 0 }

func (n *node) isQuoted() bool {
	return n.yaml.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0
}

// isBlockText reports whether a text is written behind | or >.
func (n *node) isBlockText() bool {
	return n.yaml.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0
}
