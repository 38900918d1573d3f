package yamlsrc

import (
	"github.com/seed92179c4c/stategen/internal/yaml"
)

// TextOffsets returns a function from an offset in a scalar's text to the
// place in the file where that byte is written. Behind an alias it is the
// alias's place, since nothing is written there.
func (n *Node) TextOffsets() func(int) int {
	if n.yaml.Kind == yaml.AliasNode {
		return func(int) int { return n.Span.Start }
	}
	return yaml.Offsets(n.File.Src.Text, n.Span.Start, n.yaml)
}
