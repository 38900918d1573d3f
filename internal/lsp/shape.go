package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/schema"
)

// Field is a field that may be written.
type Field struct{ Name, Doc string }

// node is the part of JSON Schema that the file uses.
type node struct {
	Ref         string           `json:"$ref"`
	Description string           `json:"description"`
	Type        any              `json:"type"`
	Enum        []any            `json:"enum"`
	AnyOf       []*node          `json:"anyOf"`
	Properties  map[string]*node `json:"properties"`
	Additional  json.RawMessage  `json:"additionalProperties"`
	Items       *node            `json:"items"`
	Definitions map[string]*node `json:"definitions"`
}

var root = sync.OnceValue(func() *node {
	var n node
	if err := json.Unmarshal(schema.JSONSchema(), &n); err != nil {
		panic(err) // it is embedded
	}
	return &n
})

// alternatives are what a node may be.
func (n *node) alternatives() []*node {
	if name, ok := strings.CutPrefix(n.Ref, "#/definitions/"); ok {
		n = root().Definitions[name]
	}
	list := []*node{n}
	for _, a := range n.AnyOf {
		list = append(list, a.alternatives()...)
	}
	return list
}

// at are the nodes of what is at a path.
func at(path []string) []*node {
	list := []*node{root()}
	for _, name := range path {
		var next []*node
		for _, n := range list {
			if child := n.child(name); child != nil {
				next = append(next, child.alternatives()...)
			}
		}
		list = next
	}
	return list
}

func (n *node) child(name string) *node {
	if name == Item {
		return n.Items
	}
	if p := n.Properties[name]; p != nil {
		return p
	}
	var other node
	if len(n.Additional) == 0 || json.Unmarshal(n.Additional, &other) != nil {
		return nil // nothing, or false
	}
	return &other
}

// Fields are those that the mapping at a path may have.
func Fields(path []string) []Field {
	docs := map[string]string{}
	for _, n := range at(path) {
		for name, p := range n.Properties {
			docs[name] = p.Description
		}
	}
	var list []Field
	for _, name := range slices.Sorted(maps.Keys(docs)) {
		list = append(list, Field{name, docs[name]})
	}
	return list
}

// Values are those that a scalar at a path may have, if they can be listed.
func Values(path []string) []string {
	var list []string
	for _, n := range at(path) {
		if n.Type == "boolean" {
			list = append(list, "true", "false")
		}
		for _, v := range n.Enum {
			list = append(list, fmt.Sprint(v))
		}
	}
	return list
}

// Doc says what the value at a path is for.
func Doc(path []string) string {
	for _, n := range at(path) {
		if n.Description != "" {
			return n.Description
		}
	}
	if len(path) == 0 {
		return ""
	}
	for _, f := range Fields(path[:len(path)-1]) {
		if f.Name == path[len(path)-1] {
			return f.Doc
		}
	}
	return ""
}
