package typescript

import (
	"encoding/json"
	"fmt"
	"github.com/seed92179c4c/stategen/schema"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime"
)

// quote writes a string literal. What a reader wouldn't see, or would see out of its place, is escaped.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case unicode.IsGraphic(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// template writes a template literal, or its type, with something between each two texts.
func template(texts []string, between func(i int) string) string {
	var b strings.Builder
	for i, text := range texts {
		if i > 0 {
			b.WriteString("${" + between(i-1) + "}")
		}
		quoted := quote(text)
		quoted = strings.ReplaceAll(quoted[1:len(quoted)-1], `\"`, `"`)
		b.WriteString(strings.NewReplacer("`", "\\`", "${", "\\${").Replace(quoted))
	}
	return "`" + b.String() + "`"
}

// property writes the name of a property in an interface.
func property(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return quote(name)
}

// entry writes the name of a property in an object literal, where __proto__ would be no property.
func entry(name string) string {
	if name == "__proto__" {
		return `["__proto__"]`
	}
	return property(name)
}

// comment writes a JSDoc comment: what a schema says, and lines of our own. No text of a schema
// can end it or begin a tag.
func comment(indent, doc string, notes ...string) string {
	var lines []string
	for line := range strings.SplitSeq(strings.ReplaceAll(doc, "\r\n", "\n"), "\n") {
		line = strings.TrimRight(inComment(line), " \t")
		if strings.HasPrefix(strings.TrimLeft(line, " \t*"), "@") {
			line = strings.Replace(line, "@", `\@`, 1)
		}
		lines = append(lines, line)
	}
	lines = slices.DeleteFunc(append(lines, notes...), func(line string) bool { return line == "" })
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return indent + "/** " + lines[0] + " */\n"
	}
	return indent + "/**\n" + indent + " * " + strings.Join(lines, "\n"+indent+" * ") + "\n" + indent + " */\n"
}

func inComment(text string) string { return strings.ReplaceAll(plan.OneLine(text), "*/", `*\/`) }

// deprecated is the tag that says what to use instead.
func deprecated(instead string) string {
	if strings.TrimSpace(instead) == "" {
		return ""
	}
	return "@deprecated " + inComment(strings.Join(strings.Fields(instead), " "))
}

// literal writes a default as a state stores it.
func literal(data any) string {
	switch v := schema.Stored(data).(type) {
	case string:
		return quote(v)
	case int64:
		if text, ok := runtime.EncodeInt(v).(string); ok {
			return quote(text)
		}
		return fmt.Sprint(v)
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = literal(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case map[string]any:
		var fields []string
		for _, name := range slices.Sorted(maps.Keys(v)) {
			fields = append(fields, entry(name)+": "+literal(v[name]))
		}
		if len(fields) == 0 {
			return "{}"
		}
		return "{ " + strings.Join(fields, ", ") + " }"
	case float64, json.Number, bool, nil:
		text, err := json.Marshal(v)
		if err == nil {
			return string(text)
		}
	}
	return fmt.Sprintf("%v", data)
}
