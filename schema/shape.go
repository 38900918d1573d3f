package schema

import (
	_ "embed"
	"encoding/json"
	"net/url"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

const jsonSchemaURL = "stategen.schema.json"

// shape is the JSON Schema twice: compiled, to find mistakes, and as plain
// JSON, to look up what would have been right.
type shape struct {
	compiled *jsonschema.Schema
	plain    any
}

// theShape compiles the embedded JSON Schema once. It panics only if that file
// itself is wrong, which every test of this package would show.
var theShape = sync.OnceValue(func() *shape {
	text := JSONSchema()
	s := &shape{compiled: jsonschema.MustCompileString(jsonSchemaURL, string(text))}
	if err := json.Unmarshal(text, &s.plain); err != nil {
		panic(err)
	}
	return s
})

// at returns the part of the JSON Schema that a keyword location names.
func (s *shape) at(location string) any {
	_, pointer, _ := strings.Cut(location, "#")
	v := s.plain
	for _, token := range pointerTokens(pointer) {
		switch in := v.(type) {
		case map[string]any:
			v = in[token]
		case []any:
			v = in[atoi(token)]
		}
	}
	return v
}

// pointerTokens splits a JSON pointer as the jsonschema package writes them.
func pointerTokens(pointer string) []string {
	if pointer == "" || pointer == "/" {
		return nil
	}
	tokens := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, t := range tokens {
		if plain, err := url.PathUnescape(t); err == nil {
			t = plain
		}
		tokens[i] = pointerEscapes.Replace(t)
	}
	return tokens
}

var pointerEscapes = strings.NewReplacer("~1", "/", "~0", "~")

// place is a node with the way to it.
type place struct {
	node   *node
	name   *node // the field name it stands under; nil in a list and at the root
	parent *node
}

// locate finds the node that an instance location names, and marks it and all
// that it stands in as broken: something there is about to be reported.
func locate(root *node, pointer string) place {
	p := place{node: root}
	root.broken = true
	for _, token := range pointerTokens(pointer) {
		next := place{parent: p.node}
		if p.node.kind == listNode {
			next.node = p.node.items[atoi(token)]
		} else {
			next.node, next.name = p.node.field(token), p.node.key(token)
		}
		next.node.broken = true
		p = next
	}
	return p
}

func atoi(digits string) int {
	n := 0
	for _, d := range digits {
		n = n*10 + int(d-'0')
	}
	return n
}

// checkShape validates a file against the JSON Schema and reports what does
// not fit in our own words.
func checkShape(root *node, r *report) {
	shape := theShape()
	err := shape.compiled.Validate(root.json())
	invalid, ok := err.(*jsonschema.ValidationError)
	if !ok {
		return
	}
	c := shapeChecker{report: r, shape: shape, root: root}
	c.walk(invalid)
}
