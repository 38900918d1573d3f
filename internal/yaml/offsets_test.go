package yaml_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/yaml"
)

// scalars returns the scalar values of a YAML text with their starts; none if
// it is no YAML.
func scalars(text string) (nodes []*yaml.Node, starts []int) {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		return nil, nil
	}
	lines := yaml.NewLines([]byte(text))
	var walk func(*yaml.Node)
	walk = func(n *yaml.Node) {
		if n.Kind == yaml.ScalarNode {
			nodes = append(nodes, n)
			starts = append(starts, lines.Offset(n.Line, n.Column))
		}
		for _, child := range n.Content {
			walk(child)
		}
	}
	walk(&doc)
	return nodes, starts
}

// Every case marks the placeholder to find with the name "mark".
func TestOffsets(t *testing.T) {
	for name, text := range marked {
		t.Run(name, func(t *testing.T) { findMark(t, text) })
	}
}

// YAML breaks lines at other characters too, and passes over a byte order mark.
func TestOffsetsWithOtherBreaks(t *testing.T) {
	for _, br := range []string{"\r", "\r\n", "\u0085", "\u2028", "\u2029"} {
		for name, text := range marked {
			text = "# é\n" + strings.ReplaceAll(text, "\r\n", "\n")
			t.Run(name+strconv.QuoteToASCII(br), func(t *testing.T) {
				findMark(t, strings.ReplaceAll(text, "\n", br))
				findMark(t, "\ufeff"+strings.ReplaceAll(text, "\n", br))
			})
		}
	}
}

var marked = map[string]string{
	"plain":                 "k: text mark rest",
	"plain on many lines":   "k: größer\n  text\n\n  and mark\n  rest",
	"single quoted":         "k: 'it''s ''mark'' é'",
	"single on many lines":  "k: 'it''s   \n\n\n   here mark'",
	"double quoted":         `k: "a \t \" \u00e9 \x41 \U0001F600 \\ mark"`,
	"double on many lines":  "k: \"a\n  b \\\n  c\\\n  \\  mark é\"",
	"literal":               "k: |\n  first é\n\n    more mark\n  last\n",
	"literal with header":   "k: |2- # note\n    two mark\n",
	"literal with CRLF":     "k: |\r\n  first\r\n\r\n  mark\r\n",
	"folded":                "k: >-\n  first\n  second\n\n   indented\n  mark é\n",
	"in a list":             "- a\n- - |\n    x\n    mark\n",
	"in flow":               "{k: [a, \"b mark\"]}",
	"anchored":              "k: &a !!str \"mark\"",
	"anchored block":        "k: &a |\n  mark\n",
	"only":                  "mark",
	"text behind multibyte": "'k ü': \"日本 mark\"",
}

func findMark(t *testing.T, text string) {
	t.Helper()
	found := 0
	nodes, starts := scalars(text)
	for i, n := range nodes {
		offset := strings.Index(n.Value, "mark")
		if offset < 0 {
			continue
		}
		found++
		at := yaml.Offsets([]byte(text), starts[i], n)
		if got := text[at(offset) : at(offset+3)+1]; got != "mark" {
			t.Errorf("found %q in\n%q", got, text)
		}
		end := offset + len("mark")
		if end == len(n.Value) && text[at(offset):at(end)] != "mark" {
			t.Errorf("found %q before the end of\n%q", text[at(offset):at(end)], text)
		}
	}
	if found != 1 {
		t.Errorf("%d scalars hold the mark in\n%q", found, text)
	}
}

func TestOffsetsElsewhere(t *testing.T) {
	n := &yaml.Node{Kind: yaml.ScalarNode, Value: "other text"}
	for _, start := range []int{0, 3, 8} {
		at := yaml.Offsets([]byte("k: value"), start, n)
		if got := at(4); got != start {
			t.Errorf("at(4) = %d, want the start %d", got, start)
		}
	}
}

// Bytes that are not white space or escaped are written as they are.
func FuzzOffsets(f *testing.F) {
	f.Add("k: |\n  a\n\n   b\n")
	f.Add("k: \"a\\\n  b\\u00e9 \\x41\"\nl: 'it''s'\n")
	f.Add("- >+\n a\n\n\n  b\n")
	f.Fuzz(func(t *testing.T, text string) {
		nodes, starts := scalars(text)
		for i, n := range nodes {
			at := yaml.Offsets([]byte(text), starts[i], n)
			last := -1
			for offset := range len(n.Value) + 1 {
				pos := at(offset)
				if pos < last || pos > len(text)+1 {
					t.Fatalf("%q: %d of %q leads to %d after %d", text, offset, n.Value, pos, last)
				}
				last = pos
			}
		}
	})
}
