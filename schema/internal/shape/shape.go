package shape

import (
	_ "embed"
	"encoding/json"
	"net/url"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

const jsonSchemaURL = "stategen.schema.json"

// shape is the JSON Schema twice: compiled, to find mistakes, and as plain
// JSON, to look up what would have been right.
type shape struct {
	compiled *validator
	plain    any
}

// theShape compiles the embedded JSON Schema once. It panics only if that file
// itself is wrong, which every test of this package would show.
var theShape = sync.OnceValue(func() *shape {
	s := &shape{}
	if err := json.Unmarshal(schema.JSONSchema(), &s.plain); err != nil {
		panic(err)
	}
	withoutPatterns(s.plain)
	text, err := json.Marshal(s.plain)
	if err != nil {
		panic(err)
	}
	s.compiled = compiled(jsonSchemaURL, string(text))
	return s
})

// withoutPatterns takes out what is said of type expressions to tools that read nothing but
// the JSON Schema: the loader says more of them.
func withoutPatterns(v any) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			withoutPatterns(item)
		}
	case map[string]any:
		if _, keyword := v["pattern"].(string); keyword {
			delete(v, "pattern")
		}
		for _, item := range v {
			withoutPatterns(item)
		}
	}
}

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
	node   *yamlsrc.Node
	name   *yamlsrc.Node // the field name it is under; nil in a list and at the root
	parent *yamlsrc.Node
}

// emptyName stands for the empty name of a field, which the locations of the
// jsonschema package leave out.
const emptyName = "\x00"

// named gives fields without a name one, in a value that the caller owns.
func named(v any) any {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			named(item)
		}
	case map[string]any:
		for _, item := range v {
			named(item)
		}
		if item, ok := v[""]; ok {
			delete(v, "")
			v[emptyName] = item
		}
	}
	return v
}

// locate finds the node that an instance location names, and marks it and all
// that it is in as broken: something there is about to be reported.
func locate(root *yamlsrc.Node, pointer string) place {
	p := place{node: root}
	root.Broken = true
	for _, token := range pointerTokens(pointer) {
		next := place{parent: p.node}
		if p.node.Kind == yamlsrc.List {
			next.node = p.node.Items[atoi(token)]
		} else {
			if token == emptyName {
				token = ""
			}
			next.node, next.name = p.node.Field(token), p.node.Key(token)
		}
		if next.node == nil {
			return p // a name that is NUL: what has it is near enough
		}
		next.node.Broken = true
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
