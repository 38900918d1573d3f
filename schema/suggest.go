package schema

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// longestChoice is how many alternatives a hint lists.
const longestChoice = 25

// didYouMean hints at the nearest candidates and offers to write one, or else
// hints at all of them if they are few.
func (f finding) didYouMean(name string, candidates []string) finding {
	if near := f.to.nearest(name, candidates); len(near) > 0 {
		return f.suggestAll(f.to.list[f.i].Span, near)
	}
	if len(candidates) > 0 && len(candidates) <= longestChoice {
		return f.hint("write %s", oneOf(candidates))
	}
	return f
}

// suggestAll asks whether one of the words was meant.
func (f finding) suggestAll(span diag.Span, words []string) finding {
	var quoted []string
	for _, word := range words {
		quoted = append(quoted, quote(word))
		f.suggest(span, word)
	}
	return f.hint("did you mean %s?", oneOf(quoted))
}

// nearest is diag.Nearest while the load has not compared too many words.
func (r *report) nearest(name string, candidates []string) []string {
	if r.compared += len(candidates); r.compared > maxCompared {
		return nil
	}
	return diag.Nearest(name, candidates)
}

// mayMean returns whether a mapping has something that was probably meant to
// be this field, and is reported as such already: a misspelt field, one whose
// colon lacks a space or is missing, or a merge of other fields.
func (n *node) mayMean(field string) bool {
	return n.merges || slices.ContainsFunc(n.keys, func(key *node) bool {
		return key.text != field && diag.Near(key.text, field) || strings.HasPrefix(key.text, field+" ") ||
			strings.HasPrefix(key.text, field+":") || slices.Contains(otherFields[key.text], field)
	})
}

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

// isText returns whether a number, a boolean and the like stands where any text
// can, such as among the values of an enum, so that it only lacks quotes.
func (p place) isText(types []string) bool {
	n := p.node
	if n.kind != scalarNode || n.tag == tagString || n.text == "" || !slices.Contains(types, "string") {
		return false
	}
	if p.name == nil {
		return p.parent != nil // an item of a list
	}
	return slices.Contains(textFields, p.name.text)
}

var textFields = []string{"value", "doc", "deprecated", "text"}

// otherBools are the words that other readers of YAML take for booleans.
var otherBools = map[string]string{
	"true": "true", "yes": "true", "on": "true", "y": "true",
	"false": "false", "no": "false", "off": "false", "n": "false",
}

var decimal = regexp.MustCompile(`^[-+]?(?:0|[1-9][0-9]*)$`)

// hintPlain says to write plain text in the place of a string, in quotes or not.
func (f finding) hintPlain(n *node, plain string) {
	f.fix(n.span, plain)
	if n.text == plain {
		f.hint("write %s, without quotes", plain)
		return
	}
	f.hint("write %s", plain)
}

// oneOf lists alternatives for a message: a, b or c.
func oneOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
