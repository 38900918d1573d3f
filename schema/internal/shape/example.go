package shape

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// meantAs returns how to write what a value of a wrong type was probably meant
// to be, or "".
func (p place) meantAs(types []string, within map[string]any) string {
	n := p.node
	switch {
	case n.Kind == yamlsrc.List && p.isType(types): // [string]
		if len(n.Items) == 1 && n.Items[0].IsString() && WellFormed.MatchString(n.Items[0].Text) {
			return diag.Quote("[]" + n.Items[0].Text)
		}
	case n.Kind != yamlsrc.Scalar || n.Tag != yamlsrc.TagString || n.Text == "":
	case slices.Equal(types, []string{"array"}): // one item without its list
		return flowYAML([]any{n.Text})
	case within["title"] == "an instruction's declaration":
		if fileName.MatchString(n.Text) {
			return flowYAML(map[string]any{"file": n.Text})
		}
		return flowYAML(map[string]any{"text": n.Text})
	}
	return ""
}

// isType reports whether a type belongs in a place, also as text alone.
func (p place) isType(types []string) bool {
	return p.name != nil && slices.Contains(types, "string") && (slices.Contains(types, "object") || p.name.Text == "type")
}

var fileName = regexp.MustCompile(`^[^\s{}<>]+\.\w+$`)

// hintExample shows a value that would be right.
func hintExample(f yamlsrc.Finding, at place, within map[string]any) yamlsrc.Finding {
	if text := example(within); text != "" && at.name != nil {
		return f.Hint("write, for example, %s: %s", at.name.Text, text)
	} else if text != "" {
		return f.Hint("write, for example, %s", text)
	}
	return f
}

// example returns a right value for a part of the JSON Schema, as YAML.
func example(within map[string]any) string {
	if all, ok := within["examples"].([]any); ok && len(all) > 0 {
		return flowYAML(all[0])
	}
	if all, ok := within["enum"].([]any); ok {
		return flowYAML(all[0])
	}
	if within["type"] == "boolean" {
		return "true"
	}
	if branches, ok := within["anyOf"].([]any); ok {
		first, _ := branches[0].(map[string]any)
		return example(first)
	}
	return ""
}

// flowYAML writes a value on one line; a plain word needs no quotes.
func flowYAML(v any) string {
	if s, ok := v.(string); ok && plainWord.MatchString(s) {
		return s
	}
	var parts []string
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			parts = append(parts, flowYAML(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, name+": "+flowYAML(v[name]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case string:
		return diag.Quote(v)
	}
	return fmt.Sprint(v)
}

// isText returns whether a number, a boolean and the like is where any text
// can, such as among the values of an enum, so that it only lacks quotes.
func (p place) isText(types []string) bool {
	n := p.node
	if n.Kind != yamlsrc.Scalar || n.Tag == yamlsrc.TagString || n.Text == "" || !slices.Contains(types, "string") {
		return false
	}
	if p.name == nil {
		return p.parent != nil // an item of a list
	}
	return slices.Contains(textFields, p.name.Text)
}

var textFields = []string{"value", "doc", "deprecated", "text"}

// plainWord is text that YAML reads as a string without quotes.
var plainWord = regexp.MustCompile(`^[A-Za-z_./][A-Za-z0-9_./:*-]*$`)
