package schema

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// unquoted returns how to write a string that stands for a value of one of the
// JSON types: "3" in quotes for a number, yes for a boolean.
func (n *node) unquoted(types []string) (string, bool) {
	if n.kind != scalarNode || n.tag != tagString {
		return "", false
	}
	switch {
	case slices.Contains(types, "boolean"):
		word, ok := otherBools[strings.ToLower(n.text)]
		return word, ok
	case slices.Contains(types, "integer"):
		return n.text, decimal.MatchString(n.text)
	case slices.Contains(types, "number"):
		_, ok := parseFloat(n.text)
		return n.text, ok && n.text[0] != '_'
	}
	return "", false
}

// otherBools are the words that other readers of YAML take for booleans.
var otherBools = map[string]string{
	"true": "true", "yes": "true", "on": "true", "y": "true",
	"false": "false", "no": "false", "off": "false", "n": "false",
}

var decimal = regexp.MustCompile(`^[-+]?(?:0|[1-9][0-9]*)$`)

// tooLarge reports whether a number is beyond float64. YAML calls it a string.
func (n *node) tooLarge() bool {
	_, err := strconv.ParseFloat(n.text, 64)
	return n.kind == scalarNode && !n.isQuoted() && errors.Is(err, strconv.ErrRange)
}
