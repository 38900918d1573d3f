package yamlsrc

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func IsTrue(text string) bool { return strings.EqualFold(text, "true") }

// ParseInt reads an integer as YAML writes it: in base 10, 16, 8 or 2, with
// underscores between digits.
func ParseInt(text string) (*big.Int, bool) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "+"), "_", "")
	return new(big.Int).SetString(text, 0)
}

// ParseFloat reads a number as YAML writes it; infinities and NaN are none.
func ParseFloat(text string) (float64, bool) {
	f, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return 0, false
	}
	return f, true
}

// JSON gives a node as the JSON value it stands for.
func (n *Node) JSON() any {
	switch n.Kind {
	case Map:
		m := make(map[string]any, len(n.Keys))
		for i, key := range n.Keys {
			m[key.Text] = n.Items[i].JSON()
		}
		return m
	case List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = item.JSON()
		}
		return list
	}
	return n.jsonScalar()
}

func (n *Node) jsonScalar() any {
	switch n.Tag {
	case tagNull:
		return nil
	case TagBool:
		return IsTrue(n.Text)
	case TagInt:
		if i, ok := ParseInt(n.Text); ok {
			return json.Number(i.String())
		}
	case TagFloat:
		if f, ok := ParseFloat(n.Text); ok {
			return f
		}
		return 0.0 // infinite or not a number, which JSON can't say; its reader refuses it
	}
	return n.Text
}

// Unquoted returns how to write a string that stands for a value of one of the
// JSON types: "3" in quotes for a number, yes for a boolean.
func (n *Node) Unquoted(types []string) (string, bool) {
	if n.Kind != Scalar || n.Tag != TagString {
		return "", false
	}
	switch {
	case slices.Contains(types, "boolean"):
		word, ok := otherBools[strings.ToLower(n.Text)]
		return word, ok
	case slices.Contains(types, "integer"):
		return n.Text, decimal.MatchString(n.Text)
	case slices.Contains(types, "number"):
		_, ok := ParseFloat(n.Text)
		return n.Text, ok && n.Text[0] != '_'
	}
	return "", false
}

// otherBools are the words that other readers of YAML take for booleans.
var otherBools = map[string]string{
	"true": "true", "yes": "true", "on": "true", "y": "true",
	"false": "false", "no": "false", "off": "false", "n": "false",
}

var decimal = regexp.MustCompile(`^[-+]?(?:0|[1-9][0-9]*)$`)

// TooLarge reports whether a number is beyond float64. YAML calls it a string.
func (n *Node) TooLarge() bool {
	_, err := strconv.ParseFloat(n.Text, 64)
	return n.Kind == Scalar && !n.IsQuoted() && errors.Is(err, strconv.ErrRange)
}
