package generator_test

import (
	"fmt"
	"strings"
)

var scalarTypes = []string{"string", "bool", "int", "int64", "float", "time", "duration", "bytes", "json"}

// typed draws a type and what goes with it: limits, perhaps.
func (d *drawer) typed() tree {
	if d.maybe(8, "go_type") {
		return tree{"go_type": pick(d, []string{"net/url.URL", "net/mail.Address"})}
	}
	name := d.typeName(0)
	t := tree{"type": name}
	d.limit(t, name)
	return t
}

func (d *drawer) typeName(depth int) string {
	switch n := d.IntN(10); {
	case n < 1 && depth < 3:
		d.note("list")
		return "[]" + d.typeName(depth+1)
	case n < 2 && depth < 3:
		d.note("map")
		return "map[string]" + d.typeName(depth+1)
	case n < 3 && len(d.enums) > 0:
		d.note("enum in use")
		return pick(d, d.enums)
	case n < 5 && len(d.objects) > 0:
		d.note("object in use")
		return pick(d, d.objects)
	}
	name := pick(d, scalarTypes)
	d.note("type " + name)
	return name
}

func (d *drawer) limit(t tree, name string) {
	if !d.chance(40) {
		return
	}
	limits := map[string][]tree{
		"int":      {{"min": -5}, {"max": 10}, {"min": 0, "max": 9}},
		"int64":    {{"min": -9007199254740993}, {"max": 10}},
		"float":    {{"min": 0.5}, {"max": 1e300}},
		"time":     {{"min": "2026-01-02T03:04:05.000000006Z"}, {"max": "2030-01-01T00:00:00+02:00"}},
		"duration": {{"min": "1ms"}, {"max": "36h"}},
		"string":   {{"min_length": 1}, {"max_length": 5}, {"pattern": "^[A-Z`\"]+$"}},
		"bytes":    {{"max_length": 5}, {"min_length": 1}},
		"[]string": {{"min_items": 1}, {"max_items": 3}, {"unique": true}},
		"[]int":    {{"min_items": 1}, {"max_items": 3, "unique": true}},
	}[name]
	if len(limits) == 0 {
		return
	}
	for field, value := range pick(d, limits) {
		d.note("limit " + field)
		t[field] = value
	}
}

// keys draws keys, and returns the ones that a placeholder can name.
func (d *drawer) keys() (tree, []string) {
	keys := tree{}
	var names []string
	for range 1 + d.IntN(8) {
		scope := pick(d, []string{"", "", "user:", "app:", "temp:"})
		name := d.name("key")
		wire := scope + name
		k, suffix := d.key(scope), ""
		switch {
		case d.maybe(10, "family"):
			suffix = "_{" + pick(d, []string{"order_id", "err", "key", "v", "ID", "s", "typed", "url", "mail", "url1", "family_order", "asString", "commonstate"}) + "}"
			if d.maybe(40, "family with two parameters") {
				suffix += "_at_{second}"
			}
			wire += suffix
		case scope == "" && d.maybe(10, "odd key"):
			wire = "relay:" + pick(d, []string{"a.b", "x-y", "a/b"}) + name
			k["scope"] = "session"
		default:
			names = append(names, wire)
		}
		d.keyMoves(k, scope, suffix)
		d.note("scope " + strings.TrimSuffix(scope+"session", ":session"))
		keys[wire] = k
	}
	return keys, names
}

func (d *drawer) key(scope string) tree {
	var k tree
	if d.maybe(25, "merge") {
		k = d.merged()
	} else {
		k = d.typed()
		if d.maybe(10, "encoding json-string") {
			k["encoding"] = "json-string"
		}
	}
	d.presence(k, scope)
	d.describe(k, "key")
	if d.maybe(15, "deprecated key") {
		k["deprecated"] = d.text()
	}
	if d.maybe(15, "sensitive") {
		k["sensitive"] = true
	}
	if d.maybe(20, "key with go_name") {
		k["go_name"] = title(d.name("key go")) + "Go"
	}
	if d.maybe(10, "written_by") {
		k["written_by"] = []string{"external"}
	}
	return k
}

func (d *drawer) merged() tree {
	merge := pick(d, []string{"sum", "min", "max", "append", "union", "last"})
	d.note("merge " + merge)
	name := pick(d, []string{"int", "int64", "float"})
	if merge == "append" || merge == "union" {
		name = pick(d, []string{"[]string", "[]int"})
		if len(d.enums) > 0 {
			name = pick(d, []string{name, "[]" + pick(d, d.enums)})
		}
		if len(d.objects) > 0 && merge == "append" {
			name = pick(d, []string{name, "[]" + pick(d, d.objects)})
		}
	}
	t := tree{"type": name, "merge": merge}
	d.limit(t, name)
	return t
}

func (d *drawer) presence(k tree, scope string) {
	name, _ := k["type"].(string)
	limited := len(k) > 1
	defaults := map[string][]any{
		"string": {"", "hello", "*/ `\"\n", "日本"}, "bool": {true, false}, "int": {0, -3, 1 << 40}, "int64": {9007199254740993, -1},
		"float": {0, 1.5, -1e-9, 1e300}, "time": {"2026-01-02T03:04:05.123456789+02:00"}, "duration": {"1h30m", "7ns", "0s"},
		"bytes": {"aGk=", ""}, "json": {tree{"a": []any{1, nil, "x`"}, "b\"": 1.5}, "s", 4, true},
		"[]string": {[]any{}, []any{"a", "b`"}}, "[]int": {[]any{1, 2}}, "map[string]string": {tree{"k\"": "v"}},
	}[name]
	switch {
	case len(defaults) > 0 && (!limited || k["merge"] != nil && len(k) == 2) && d.maybe(50, "default"):
		k["default"] = pick(d, defaults)
	case scope == "temp:" || d.chance(50):
		d.note("optional")
		k["optional"] = true
	default:
		d.note("required")
	}
}

func (d *drawer) instructions(names []string) tree {
	in := tree{}
	for range d.IntN(3) {
		d.note("instruction")
		var b strings.Builder
		for range 1 + d.IntN(5) {
			b.WriteString(d.templatePart(names))
		}
		t := tree{"text": b.String()}
		d.describe(t, "instruction")
		if d.maybe(10, "instruction with go_name") {
			t["go_name"] = title(d.name("instruction go")) + "Go"
		}
		in[d.name("instruction")] = t
	}
	return in
}

func (d *drawer) templatePart(names []string) string {
	if len(names) > 0 && d.chance(50) {
		d.note("placeholder")
		return fmt.Sprintf(pick(d, []string{"{%s}", "{%s?}", "{{%s}}", "<%s>", " { %s } "}), pick(d, names))
	}
	if d.maybe(10, "artifact placeholder") {
		return pick(d, []string{"{artifact.notes.txt}", "{artifact.`?}"})
	}
	return pick(d, append(hostileTexts, "{\"a\": {1}}", "{{end}}", "{undeclared?}", "plain "))
}
