package generator_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// drawer draws random schemas, with names and texts that try to break out of
// their place. Each feature that it draws is counted.
type drawer struct {
	*rand.Rand
	features map[string]int
	enums    []string
	objects  []string
	used     map[string]bool
}

type tree = map[string]any

func newDrawer(seed uint64) *drawer {
	return &drawer{
		Rand:     rand.New(rand.NewPCG(seed, 0)),
		features: map[string]int{},
		used:     map[string]bool{},
	}
}

func (d *drawer) note(feature string) { d.features[feature]++ }

func (d *drawer) chance(percent int) bool { return d.IntN(100) < percent }

func pick[T any](d *drawer, list []T) T { return list[d.IntN(len(list))] }

// maybe draws a feature in some of the schemas.
func (d *drawer) maybe(percent int, feature string) bool {
	if !d.chance(percent) {
		return false
	}
	d.note(feature)
	return true
}

var hostileTexts = []string{
	"*/ func init() { panic(1) } /*", "//go:embed secret.txt", "line\n//go:build ignore\nline", "`back` \"quotes\" 'single'",
	"Deprecated: not really", "plain\n\nDeprecated: injected paragraph", "\n\n", "# heading\n\n- item\n- item\n\n    code()",
	"\u202eright to left\u202c", "tab\tand\r\nreturn", "[link]: http://x\n\n[Foo.Bar]", "BUG(x): note", "%s %d %!", "\ufeffmark",
	"a very long sentence that has to be broken somewhere because it goes on and on and on until nobody reads it any more",
	"1. one\n2. two", "emoji 😀 and 日本語", "line comment // here", "\\n \\u0000 \\", "+build ignore", "// Output:", "- a\n- b\nc\n\n\t// +build ignore\n\n    //go:embed x", "    */ code()\n\n1) one\n\n  still one", "\u2028sep\u0085",
}

func (d *drawer) text() string {
	if d.chance(40) {
		return pick(d, hostileTexts)
	}
	return pick(d, []string{"Where the traveller is.", "A name", "x", "Two\nlines."})
}

var syllables = []string{
	"order", "user", "id", "api", "url", "Type", "func", "string", "error", "state", "delta", "has", "set", "clear", "add",
	"append", "key", "build", "load", "of", "read", "snapshot", "initial", "http", "json", "x", "2", "Values", "Parse",
	"instruction", "provider", "é", "ß", "Ж", "typed", "time", "nil", "any", "params", "family", "default", "check", "list", "map",
}

// name draws a name of letters, digits and underscores, new in its scope.
func (d *drawer) name(scope string) string {
	for {
		var parts []string
		for range 1 + d.IntN(3) {
			parts = append(parts, pick(d, syllables))
		}
		name := strings.Join(parts, pick(d, []string{"_", "_", "_", ""}))
		if strings.Trim(name[:1], "0123456789") == "" {
			name = "n" + name
		}
		if id := scope + "|" + strings.ToLower(strings.ReplaceAll(name, "_", "")); !d.used[id] {
			d.used[id] = true
			return name
		}
	}
}

func (d *drawer) schema() tree {
	s := tree{"version": 1, "package": pick(d, []string{"bookingstate", "typed", "time", "stategen", "slog", "main"})}
	if d.maybe(20, "target adk") {
		s["targets"] = []string{"adk"}
	} else if d.maybe(10, "target adk/v1") {
		s["targets"] = []string{"adk/v1"}
	}
	if d.maybe(40, "dialect stategen") {
		s["dialect"] = "stategen"
	}
	if d.maybe(30, "angle placeholders") {
		s["placeholders"] = []string{"brace", "angle"}
	}
	if d.maybe(10, "foreign") {
		s["foreign"] = []string{"_adk*"}
	}
	if d.maybe(15, "include") {
		s["include"] = []any{"plain.yaml"}
	}
	if d.maybe(15, "include with import") {
		s["include"] = []any{tree{"file": "common.yaml", "import": commonPath}}
		d.enums, d.objects = append(d.enums, "Shared"), append(d.objects, "Common")
	}
	if types := d.types(); len(types) > 0 {
		s["types"] = types
	}
	keys, names := d.keys()
	s["keys"] = keys
	if in := d.instructions(names); len(in) > 0 {
		s["instructions"] = in
	}
	return s
}

func (d *drawer) types() tree {
	types := tree{}
	for range d.IntN(3) {
		d.note("enum")
		name := title(d.name("type"))
		types[name] = d.enum()
		d.enums = append(d.enums, name)
	}
	for range d.IntN(3) {
		d.note("object")
		name := title(d.name("type"))
		types[name] = d.object()
		d.objects = append(d.objects, name)
	}
	return types
}

func title(name string) string {
	runes := []rune(name)
	return strings.ToUpper(string(runes[:1])) + string(runes[1:])
}

func (d *drawer) enum() tree {
	t := tree{}
	var values []any
	seen := map[string]bool{}
	for i := range 1 + d.IntN(4) {
		value := pick(d, []string{"+1", "search", "two words", "*/", "`", "日本", "\"q\"", "-1", "a\nb", "//go:embed x", "done"})
		if seen[value] {
			continue
		}
		seen[value] = true
		if d.maybe(60, "enum value with go_name") {
			v := tree{"value": value, "go_name": fmt.Sprintf("V%d", i)}
			if d.maybe(30, "enum value with doc") {
				v["doc"] = d.text()
			}
			if d.maybe(30, "enum value with an older one") {
				v["renamed_from"] = []string{d.oldName("", ""), d.oldName("", "")}
			}
			values = append(values, v)
			continue
		}
		values = append(values, value)
	}
	t["enum"] = values
	d.describe(t, "type")
	return t
}

// describe adds what any declaration may have.
func (d *drawer) describe(t tree, what string) {
	if d.maybe(40, what+" with doc") {
		t["doc"] = d.text()
	}
}

func (d *drawer) object() tree {
	fields := tree{}
	scope := fmt.Sprintf("object %d", d.Uint32())
	for range d.IntN(4) {
		name := d.name(scope)
		if d.maybe(10, "field with an odd name") {
			name += pick(d, []string{"-x", ".y", " z", "`", "\"", ","})
		}
		f := d.typed()
		d.describe(f, "field")
		if d.maybe(40, "optional field") {
			f["optional"] = true
		}
		if d.maybe(15, "deprecated field") {
			f["deprecated"] = d.text()
		}
		if d.maybe(10, "field with go_name") {
			f["go_name"] = title(d.name(scope)) + "Go"
		}
		d.fieldMoves(f)
		fields[name] = f
	}
	if len(fields) == 0 {
		fields["only"] = "string"
	}
	t := tree{"fields": fields}
	d.describe(t, "type")
	return t
}
