package yamlsrc

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

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
