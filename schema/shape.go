package schema

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"net/url"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

//go:embed stategen.schema.json
var jsonSchemaText []byte

// JSONSchema returns the JSON Schema of stategen.yaml, which editors use to
// complete and check the file.
func JSONSchema() []byte { return bytes.Clone(jsonSchemaText) }

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
	s := &shape{compiled: jsonschema.MustCompileString(jsonSchemaURL, string(jsonSchemaText))}
	if err := json.Unmarshal(jsonSchemaText, &s.plain); err != nil {
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

// jsonValue gives a node as the jsonschema package wants it.
func (n *node) jsonValue() any {
	switch n.kind {
	case mapNode:
		m := make(map[string]any, len(n.keys))
		for i, key := range n.keys {
			m[key.text] = n.items[i].jsonValue()
		}
		return m
	case listNode:
		list := make([]any, len(n.items))
		for i, item := range n.items {
			list[i] = item.jsonValue()
		}
		return list
	}
	return n.jsonScalar()
}

func (n *node) jsonScalar() any {
	switch n.tag {
	case tagNull:
		return nil
	case tagBool:
		return isTrue(n.text)
	case tagInt:
		if i, ok := parseInt(n.text); ok {
			return json.Number(i.String())
		}
	case tagFloat:
		if f, ok := parseFloat(n.text); ok {
			return f
		}
		return 0.0 // infinite or not a number, which JSON can't say; its reader refuses it
	}
	return n.text
}

// checkShape validates a file against the JSON Schema and reports what does
// not fit in our own words.
func (l *loader) checkShape(root *node) {
	err := l.shape.compiled.Validate(root.jsonValue())
	invalid, ok := err.(*jsonschema.ValidationError)
	if !ok {
		return
	}
	c := shapeChecker{report: l.report, shape: l.shape, root: root}
	c.walk(invalid)
}
