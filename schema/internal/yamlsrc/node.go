package yamlsrc

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/yaml"
)

// The tags of scalars, as yaml.v3 shortens them.
const (
	tagNull   = "!!null"
	TagBool   = "!!bool"
	TagInt    = "!!int"
	TagFloat  = "!!float"
	TagString = "!!str"
	TagTime   = "!!timestamp"
	TagBinary = "!!binary"
	tagMerge  = "!!merge"
)

// Node is a YAML value with its place in the file. Aliases are resolved to
// the node they stand for, so nodes can be shared; a node never contains itself.
type Node struct {
	Kind   Kind
	Tag    string // of a scalar: "!!str", "!!int", ...
	Text   string // of a scalar
	Keys   []*Node
	Items  []*Node // of a list; of a mapping, the values of keys
	index  map[string]int
	Span   diag.Span
	File   *File
	yaml   *yaml.Node
	size   int  // nodes below, aliases expanded
	Wrong  bool // its shape has been reported; readers pass over it
	Broken bool // a mistake in it, or below, has been reported
	Lost   bool // entries of a mapping could not be kept
	Merges bool // a merge key was refused, which would have added fields
}

type Kind uint8

const (
	Scalar Kind = iota
	List
	Map
)

// Get returns the value of a mapping's field, or nil when n is not a mapping, or
// the field is absent, null or of a wrong shape.
func (n *Node) Get(field string) *Node {
	v := n.Field(field)
	if v.IsNull() || v != nil && v.Wrong {
		return nil
	}
	return v
}

// Field is get for callers to whom an explicit null is not absence.
func (n *Node) Field(field string) *Node {
	if n == nil || n.Kind != Map {
		return nil
	}
	if i, ok := n.index[field]; ok {
		return n.Items[i]
	}
	return nil
}

// Key returns the node of a field's name.
func (n *Node) Key(field string) *Node {
	if n == nil || n.Kind != Map {
		return nil
	}
	if i, ok := n.index[field]; ok {
		return n.Keys[i]
	}
	return nil
}

func (n *Node) IsNull() bool {
	return n != nil && n.Kind == Scalar && n.Tag == tagNull
}

func (n *Node) IsString() bool {
	return n != nil && n.Kind == Scalar && n.Tag == TagString && !n.Wrong
}

// Str returns the string under field, with its node; nil when there is none.
// A value of another type has been reported when the shape was checked.
func (n *Node) Str(field string) (string, *Node) {
	if v := n.Get(field); v.IsString() {
		return v.Text, v
	}
	return "", nil
}

func (n *Node) TextOf(field string) string {
	text, _ := n.Str(field)
	return text
}

func (n *Node) Bool(field string) (value bool, at *Node) {
	v := n.Get(field)
	if v == nil || v.Kind != Scalar || v.Tag != TagBool {
		return false, nil
	}
	return IsTrue(v.Text), v
}

// Strings returns the string items of the list under field.
func (n *Node) Strings(field string) []*Node {
	v := n.Get(field)
	if v == nil || v.Kind != List {
		return nil
	}
	var items []*Node
	for _, item := range v.Items {
		if item.IsString() {
			items = append(items, item)
		}
	}
	return items
}

// SpanOf returns the span of a field's value, or of n when there is none.
func (n *Node) SpanOf(field string) diag.Span {
	if v := n.Field(field); v != nil {
		return v.Span
	}
	return n.Span
}

// Describe names what a node is, for messages.
func (n *Node) Describe() string {
	switch {
	case n.Kind == Map:
		return "a mapping"
	case n.Kind == List:
		return "a list"
	}
	switch n.Tag {
	case tagNull:
		return "nothing"
	case TagBool:
		return "the boolean " + n.Text
	case TagInt, TagFloat:
		return "the number " + n.Text
	case TagTime:
		return "the date " + n.Text
	default:
		return "the string " + diag.Quote(n.Text)
	}
}

// Sub returns the span of a part of a scalar's text, or of the whole scalar
// when its text is not written in the file as it is.
func (n *Node) Sub(start, end int) diag.Span {
	text := n.File.Src.Text[n.Span.Start:n.Span.End]
	if len(text) >= 2 && (text[0] == '"' || text[0] == '\'') {
		if string(text[1:len(text)-1]) == n.Text {
			return n.File.Span(n.Span.Start+1+start, n.Span.Start+1+end)
		}
	}
	if string(text) == n.Text {
		return n.File.Span(n.Span.Start+start, n.Span.Start+end)
	}
	return n.Span
}
