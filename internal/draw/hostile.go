package draw

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/schema"
)

var hostileTexts = []string{
	"*/ func init() { panic(1) } /*", "//go:embed secret.txt", "line\n//go:build ignore\nline", "`back` \"quotes\" 'single'",
	"Deprecated: not really", "plain\n\nDeprecated: injected paragraph", "\n\n", "# heading\n\n- item\n- item\n\n    code()",
	"\u202eright to left\u202c", "tab\tand\r\nreturn", "[link]: http://x\n\n[Foo.Bar]", "BUG(x): note", "%s %d %!", "\ufeffmark",
	"a very long sentence that has to be broken somewhere because it goes on and on and on until nobody reads it any more",
	"1. one\n2. two", "emoji 😀 and 日本語", "line comment // here", "\\n \\u0000 \\", "+build ignore", "// Output:", "- a\n- b\nc\n\n\t// +build ignore\n\n    //go:embed x", "    */ code()\n\n1) one\n\n  still one", "\u2028sep\u0085",
}

func (d *Drawer) text() string {
	if d.Chance(40) {
		return Pick(d, hostileTexts...)
	}
	return Pick(d, "Where the traveller is.", "A name", "x", "Two\nlines.")
}

// describe draws what any declaration may have.
func (d *Drawer) describe(doc *string, what string) {
	if d.Hostile && d.maybe(40, what+" with doc") {
		*doc = d.text()
	}
}

var syllables = []string{
	"order", "user", "id", "api", "url", "Type", "func", "string", "error", "state", "delta", "has", "set", "clear", "add",
	"append", "key", "build", "load", "of", "read", "snapshot", "initial", "http", "json", "x", "2", "Values", "Parse",
	"instruction", "provider", "é", "ß", "Ж", "typed", "time", "nil", "any", "params", "family", "default", "check", "list", "map",
}

// hostileName draws a name of letters, digits and underscores.
func (d *Drawer) hostileName(scope string) string {
	for {
		var parts []string
		for range 1 + d.IntN(3) {
			parts = append(parts, Pick(d, syllables...))
		}
		name := strings.Join(parts, Pick(d, "_", "_", "_", ""))
		if strings.Trim(name[:1], "0123456789") == "" {
			name = "n" + name
		}
		if id := scope + "|" + strings.ToLower(strings.ReplaceAll(name, "_", "")); !d.taken[id] {
			d.taken[id] = true
			return name
		}
	}
}

// header draws what is said of a schema as a whole.
func (d *Drawer) header(s *Schema) {
	s.Package = Pick(d, "bookingstate", "typed", "time", "stategen", "slog", "main")
	if d.maybe(20, "target adk") {
		s.Targets = []string{"adk"}
	} else if d.maybe(10, "target adk/v1") {
		s.Targets = []string{"adk/v1"}
	}
	if d.maybe(40, "dialect stategen") {
		s.Dialect = "stategen"
	}
	if d.maybe(30, "angle placeholders") {
		s.Placeholders = []string{"brace", "angle"}
	}
	if d.maybe(10, "foreign") {
		s.Foreign = []string{"_adk*"}
	}
	if d.maybe(15, "include") {
		s.Include = []any{"plain.yaml"}
	}
	if d.maybe(15, "include with import") {
		s.Include = []any{map[string]string{"file": "common.yaml", "import": CommonPath}}
		s.imported = map[string]*Type{"Shared": {Enum: []Value{{}}}, "Common": {}}
	}
}

func (d *Drawer) instructions(s *Schema) {
	s.Instructions = map[string]*Instruction{}
	for range d.IntN(3) {
		d.Note("instruction")
		in := &Instruction{}
		for range 1 + d.IntN(5) {
			in.Text += d.templatePart(s)
		}
		d.describe(&in.Doc, "instruction")
		if d.maybe(10, "instruction with go_name") {
			in.GoName = schema.Title(d.name("go name of an instruction")) + "Go"
		}
		s.Instructions[d.name("instruction")] = in
	}
}

func (d *Drawer) templatePart(s *Schema) string {
	if key := Pick(d, sorted(s.Keys)...); d.Chance(50) && !strings.ContainsAny(key, "{/.-") {
		d.Note("placeholder")
		return fmt.Sprintf(Pick(d, "{%s}", "{%s?}", "{{%s}}", "<%s>", " { %s } "), key)
	}
	if d.maybe(10, "artifact placeholder") {
		return Pick(d, "{artifact.notes.txt}", "{artifact.`?}")
	}
	return Pick(d, append(hostileTexts, "{\"a\": {1}}", "{{end}}", "{undeclared?}", "plain ")...)
}
