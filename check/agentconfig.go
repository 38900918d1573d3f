package check

import (
	"bytes"
	"errors"
	"io"
	"path"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/yamltext"
	"gopkg.in/yaml.v3"
)

// agentConfig is what a YAML agent configuration says about state.
type agentConfig struct {
	instructions []Text
	outputKeys   []Text
}

// isAgentConfig reports whether a file is YAML, by its name.
func isAgentConfig(name string) bool {
	ext := path.Ext(name)
	return ext == ".yaml" || ext == ".yml"
}

// readAgentConfig finds the instructions and output keys in every document of
// a file, however deep: agents may stand in each other.
func readAgentConfig(src *diag.Source) (agentConfig, error) {
	var config agentConfig
	decoder := yaml.NewDecoder(bytes.NewReader(src.Text))
	for {
		var doc yaml.Node
		switch err := decoder.Decode(&doc); {
		case errors.Is(err, io.EOF):
			return config, nil
		case err != nil:
			return config, err
		}
		config.walk(src, &doc)
	}
}

// walk does not follow aliases: what they stand for is visited at its anchor.
func (c *agentConfig) walk(src *diag.Source, n *yaml.Node) {
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 1 {
			c.field(src, n.Content[i-1].Value, child)
		}
		c.walk(src, child)
	}
}

func (c *agentConfig) field(src *diag.Source, name string, value *yaml.Node) {
	if value.Kind != yaml.ScalarNode || value.ShortTag() != "!!str" {
		return
	}
	switch name {
	case "instruction", "global_instruction":
		c.instructions = append(c.instructions, scalarText(src, value))
	case "output_key":
		c.outputKeys = append(c.outputKeys, scalarText(src, value))
	}
}

func scalarText(src *diag.Source, n *yaml.Node) Text {
	start := src.Offset(diag.Position{Line: n.Line, Column: n.Column})
	return Text{File: src.Name, Text: n.Value, At: yamltext.Offsets(src.Text, start, n)}
}
