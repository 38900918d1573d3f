package schema

import (
	"github.com/seed92179c4c/stategen/diag"
	"gopkg.in/yaml.v3"
)

// The tags of scalars, as yaml.v3 shortens them.
const (
	tagNull   = "!!null"
	tagBool   = "!!bool"
	tagInt    = "!!int"
	tagFloat  = "!!float"
	tagString = "!!str"
	tagTime   = "!!timestamp"
	tagBinary = "!!binary"
	tagMerge  = "!!merge"
)

// node is a YAML value with its place in the file. Aliases are resolved to
// the node they stand for, so nodes can be shared; a node never holds itself.
type node struct {
	kind   nodeKind
	tag    string // of a scalar: "!!str", "!!int", ...
	text   string // of a scalar
	keys   []*node
	items  []*node // of a list; of a mapping, the values of keys
	index  map[string]int
	span   diag.Span
	file   *file
	yaml   *yaml.Node
	size   int  // nodes below, aliases expanded
	wrong  bool // its shape has been reported; readers pass over it
	broken bool // a mistake in it, or below, has been reported
	lost   bool // entries of a mapping could not be kept
	merges bool // a merge key was refused, which would have added fields
}

type nodeKind uint8

const (
	scalarNode nodeKind = iota
	listNode
	mapNode
)

// get returns the value of a mapping's field, or nil when n is no mapping, or
// the field is absent, null or of a wrong shape.
func (n *node) get(field string) *node {
	v := n.field(field)
	if v.isNull() || v != nil && v.wrong {
		return nil
	}
	return v
}

// field is get for callers to whom an explicit null is not absence.
func (n *node) field(field string) *node {
	if n == nil || n.kind != mapNode {
		return nil
	}
	if i, ok := n.index[field]; ok {
		return n.items[i]
	}
	return nil
}

// key returns the node of a field's name.
func (n *node) key(field string) *node {
	if n == nil || n.kind != mapNode {
		return nil
	}
	if i, ok := n.index[field]; ok {
		return n.keys[i]
	}
	return nil
}

func (n *node) isNull() bool {
	return n != nil && n.kind == scalarNode && n.tag == tagNull
}

func (n *node) isString() bool {
	return n != nil && n.kind == scalarNode && n.tag == tagString && !n.wrong
}

// str returns the string under field, with its node; nil when there is none.
// A value of another type has been reported when the shape was checked.
func (n *node) str(field string) (string, *node) {
	if v := n.get(field); v.isString() {
		return v.text, v
	}
	return "", nil
}

func (n *node) string(field string) string {
	text, _ := n.str(field)
	return text
}

func (n *node) bool(field string) (value bool, at *node) {
	v := n.get(field)
	if v == nil || v.kind != scalarNode || v.tag != tagBool {
		return false, nil
	}
	return isTrue(v.text), v
}

// strings returns the string items of the list under field.
func (n *node) strings(field string) []*node {
	v := n.get(field)
	if v == nil || v.kind != listNode {
		return nil
	}
	var items []*node
	for _, item := range v.items {
		if item.isString() {
			items = append(items, item)
		}
	}
	return items
}

// at returns the span of a field's value, or of n when there is none.
func (n *node) at(field string) diag.Span {
	if v := n.field(field); v != nil {
		return v.span
	}
	return n.span
}

// describe names what a node is, for messages.
func (n *node) describe() string {
	switch {
	case n.kind == mapNode:
		return "a mapping"
	case n.kind == listNode:
		return "a list"
	}
	switch n.tag {
	case tagNull:
		return "nothing"
	case tagBool:
		return "the boolean " + n.text
	case tagInt, tagFloat:
		return "the number " + n.text
	case tagTime:
		return "the date " + n.text
	default:
		return "the string " + diag.Quote(n.text)
	}
}
