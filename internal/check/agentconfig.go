package check

import (
	"bytes"
	"errors"
	"io"
	"path"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/yamltext"
)

// agentConfig is what a YAML agent configuration says about state.
type agentConfig struct {
	src          *diag.Source
	lines        *yamltext.Lines
	instructions []source.Text
	outputKeys   []source.Text
	kagent       bool // the document that is read is a manifest of kagent
}

// IsAgentConfig reports whether a file is YAML, by its name.
func IsAgentConfig(name string) bool {
	ext := path.Ext(name)
	return ext == ".yaml" || ext == ".yml"
}

// readAgentConfig finds the instructions and output keys in every document of
// a file, however deep: agents may be nested. A schema is not an agent
// configuration: what it has under such a name is a declaration.
func readAgentConfig(src *diag.Source) (agentConfig, error) {
	config := agentConfig{src: src, lines: yamltext.NewLines(src.Text)}
	decoder := yaml.NewDecoder(bytes.NewReader(src.Text))
	for {
		var doc yaml.Node
		switch err := decoder.Decode(&doc); {
		case errors.Is(err, io.EOF):
			return config, nil
		case err != nil:
			return config, err
		}
		if !isSchema(&doc) {
			config.kagent = isKagent(&doc)
			config.walk(&doc)
		}
	}
}

// HoldsNoPrompt reports whether a file is YAML, and no schema, in which there is nothing to
// check: what it has may stand under names that are not known.
func HoldsNoPrompt(src *diag.Source) bool {
	if !IsAgentConfig(src.Name) || asText(src.Text) != nil || IsSchema(src.Text) {
		return false
	}
	config, err := readAgentConfig(src)
	return err == nil && len(config.instructions)+len(config.outputKeys) == 0
}

// isKagent reports whether a document is a manifest of kagent, which gives its agents' system
// messages to ADK as they are.
func isKagent(doc *yaml.Node) bool {
	var head struct {
		APIVersion string `yaml:"apiVersion"`
	}
	// What can't be decoded, such as a list, leaves the field empty.
	_ = doc.Decode(&head)
	return strings.HasPrefix(head.APIVersion, "kagent.dev/")
}

// IsSchema reports whether a text is a schema, not an agent configuration.
func IsSchema(text []byte) bool {
	var doc yaml.Node
	return yaml.Unmarshal(text, &doc) == nil && isSchema(&doc)
}

func isSchema(doc *yaml.Node) bool {
	return hasField(doc, "version") && (hasField(doc, "keys") || hasField(doc, "types"))
}

func hasField(doc *yaml.Node, name string) bool {
	for _, root := range doc.Content {
		for i := 0; root.Kind == yaml.MappingNode && i < len(root.Content); i += 2 {
			if root.Content[i].Value == name {
				return true
			}
		}
	}
	return false
}

// walk does not follow aliases: what they refer to is visited at its anchor.
func (c *agentConfig) walk(n *yaml.Node) {
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 1 {
			c.field(n.Content[i-1].Value, child)
		}
		c.walk(child)
	}
}

func (c *agentConfig) field(name string, value *yaml.Node) {
	if value.Kind != yaml.ScalarNode || value.ShortTag() != "!!str" {
		return
	}
	switch {
	case name == "instruction", name == "global_instruction", name == "systemMessage" && c.kagent:
		c.instructions = append(c.instructions, c.text(value))
	case name == "output_key":
		c.outputKeys = append(c.outputKeys, c.text(value))
	}
}

func (c *agentConfig) text(n *yaml.Node) source.Text {
	start := c.lines.Offset(n.Line, n.Column)
	return source.Text{File: c.src.Name, Text: n.Value, At: yamltext.Offsets(c.src.Text, start, n)}
}
