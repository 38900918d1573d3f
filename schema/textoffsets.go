package schema

import (
	"github.com/seed92179c4c/stategen/internal/yamltext"
	"gopkg.in/yaml.v3"
)

// textOffsets returns a function from an offset in a scalar's text to the
// place in the file where that byte is written. Behind an alias it is the
// alias's place, since nothing is written there.
func (n *node) textOffsets() func(int) int {
	if n.yaml.Kind == yaml.AliasNode {
		return func(int) int { return n.span.Start }
	}
	return yamltext.Offsets(n.file.src.Text, n.span.Start, n.yaml)
}
