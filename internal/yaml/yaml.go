// Package yaml is the library that reads YAML, and finds where the text of a scalar is written in
// its file. This file is the only one that imports the library: its maintained continuation,
// go.yaml.in/yaml/v3, has the same API.
package yaml

import (
	"io"

	"gopkg.in/yaml.v3"
)

// The nodes of a document.
type (
	Node    = yaml.Node
	Kind    = yaml.Kind
	Style   = yaml.Style
	Decoder = yaml.Decoder
)

// The kinds of nodes.
const (
	MappingNode  = yaml.MappingNode
	SequenceNode = yaml.SequenceNode
	ScalarNode   = yaml.ScalarNode
	AliasNode    = yaml.AliasNode
)

// The styles in which nodes are written.
const (
	TaggedStyle       = yaml.TaggedStyle
	DoubleQuotedStyle = yaml.DoubleQuotedStyle
	SingleQuotedStyle = yaml.SingleQuotedStyle
	LiteralStyle      = yaml.LiteralStyle
	FoldedStyle       = yaml.FoldedStyle
	FlowStyle         = yaml.FlowStyle
)

// NewDecoder reads the documents of a stream one by one.
func NewDecoder(r io.Reader) *Decoder { return yaml.NewDecoder(r) }

// Unmarshal reads the first document of a text.
func Unmarshal(text []byte, v any) error { return yaml.Unmarshal(text, v) }

// Marshal writes a document.
func Marshal(v any) ([]byte, error) { return yaml.Marshal(v) }
