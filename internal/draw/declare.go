package draw

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// Sound draws schemas until one has no mistakes.
func (d *Drawer) Sound() (*Schema, *schema.Schema) {
	for {
		s := d.Schema()
		if r := load.Schema("stategen.yaml", Read("stategen.yaml", s.String())); r.Schema != nil {
			return s, r.Schema
		}
	}
}

// Schema draws a schema, which may have mistakes.
func (d *Drawer) Schema() *Schema {
	s := &Schema{Version: 1, Types: map[string]*Type{}, Keys: map[string]*Decl{}}
	if d.Hostile {
		d.header(s)
	}
	for range d.IntN(3 + d.Keys/5) {
		d.enum(s)
	}
	for range d.IntN(3 + d.Keys/5) {
		d.object(s)
	}
	n := d.Keys
	if n == 0 {
		n = 1 + d.IntN(6)
	}
	for range n {
		d.addKey(s)
	}
	if d.Moves && d.maybe(20, "removed") {
		s.Removed = []any{d.name("gone"), map[string]any{"key": "user:" + d.name("gone"), "purge": true}, d.name("gone") + "_{x}_end"}
	}
	if d.Hostile {
		d.instructions(s)
	}
	return s
}

func (d *Drawer) enum(s *Schema) {
	d.Note("enum")
	words := Pick(d, []string{"search", "pay", "done"}, []string{"+1 or so", "done", "two words", "日本", `say "x"`})
	if d.Hostile {
		words = []string{"+1", "search", "two words", "*/", "`", "日本", "\"q\"", "-1", "a\nb", "//go:embed x", "done"}
	}
	t := &Type{}
	for i, n := range d.Perm(len(words))[:1+d.IntN(min(len(words), 4))] {
		v := Value{Value: words[n]}
		if d.Hostile && d.maybe(60, "enum value with go_name") {
			v.GoName = fmt.Sprintf("V%d", i)
			if d.maybe(30, "enum value with doc") {
				v.Doc = d.text()
			}
		}
		if d.Moves && d.maybe(20, "enum value with an older one") {
			v.RenamedFrom = []string{d.oldName(""), d.oldName("")}
		}
		t.Enum = append(t.Enum, v)
	}
	d.describe(&t.Doc, "type")
	s.Types[schema.Title(d.name("type"))] = t
}

func (d *Drawer) object(s *Schema) {
	d.Note("object")
	t, name, scope := &Type{Fields: map[string]*Decl{}}, schema.Title(d.name("type")), fmt.Sprint("field of ", d.Uint32())
	for range 1 + d.IntN(4) {
		d.addField(s, t, scope)
	}
	if f := (&Decl{Type: Pick(d, "", "map[string]", "[]") + name, Optional: true}); d.maybe(30, "object in itself") {
		t.Fields[d.name(scope)] = f
	}
	d.describe(&t.Doc, "type")
	s.Types[name] = t
}

func (d *Drawer) addField(s *Schema, t *Type, scope string) {
	name, f := d.name(scope), d.typed(s)
	f.Optional = d.maybe(40, "optional field")
	if d.Hostile {
		if d.maybe(10, "field with an odd name") {
			name += Pick(d, "-x", ".y", " z", "`", "\"", ",")
		}
		d.describe(&f.Doc, "field")
		if d.maybe(15, "deprecated field") {
			f.Deprecated = d.text()
		}
		if d.maybe(10, "field with go_name") {
			f.GoName = schema.Title(d.name(scope)) + "Go"
		}
	}
	d.fieldMoves(s, f)
	t.Fields[name] = f
}

// typed draws a type, with limits perhaps.
func (d *Drawer) typed(s *Schema) *Decl {
	if len(d.GoTypes) > 0 && d.maybe(8, "go_type") {
		return &Decl{GoType: Pick(d, d.GoTypes...)}
	}
	e := &Decl{Type: d.typeName(s, 0)}
	d.limit(s, e)
	return e
}

func (d *Drawer) typeName(s *Schema, depth int) string {
	enums, objects := s.Named(true), s.Named(false)
	switch n := d.IntN(20); {
	case n < 4 && depth < 3:
		d.Note("list")
		return "[]" + d.typeName(s, depth+1)
	case n < 6 && depth < 3:
		d.Note("map")
		return "map[string]" + d.typeName(s, depth+1)
	case n < 8 && len(enums) > 0:
		d.Note("enum in use")
		return Pick(d, enums...)
	case n < 11 && len(objects) > 0:
		d.Note("object in use")
		return Pick(d, objects...)
	}
	name := Pick(d, schema.Scalars()...).Name
	d.Note("type " + name)
	return name
}

type fields = map[string]any

var limits = map[string][]fields{
	"int":      {{"min": 0}, {"max": 10}, {"min": -3, "max": 200}, {"min": 9007199254740993}},
	"int64":    {{"min": 5}, {"max": 10}, {"max": 9007199254740994}, {"min": -9007199254740993}},
	"float":    {{"min": -1, "max": 2.5}, {"min": 0.5}, {"max": 10}, {"max": 1e300}},
	"time":     {{"min": "2026-01-02T03:04:05.000000006Z"}, {"max": "2030-01-01T00:00:00+02:00"}},
	"duration": {{"min": "1s"}, {"max": "36h"}},
	"string": {
		{"min_length": 1}, {"max_length": 3}, {"min_length": 2, "max_length": 5}, {"pattern": "^[a-z]+$"}, {"pattern": "^[a-z0-9]{1,4}$"},
		{"pattern": "[0-9]"}, {"pattern": "^(search|pay)$"}, {"pattern": "^[A-Z`\"]+$"},
	},
	"bytes": {{"max_length": 4}, {"min_length": 2}, {"min_length": 1, "max_length": 5}},
	"[]":    {{"min_items": 1}, {"max_items": 2}, {"unique": true}, {"max_items": 3, "unique": true}},
}

func (d *Drawer) limit(s *Schema, e *Decl) {
	all := limits[e.Type]
	if item, ok := strings.CutPrefix(e.Type, "[]"); ok {
		all = limits["[]"]
		if !slices.Contains(append(s.Named(true), "string", "bool", "int", "int64", "float"), item) { // nothing is unique
			all = all[:2]
		}
	}
	if e.Limits = nil; !d.Limits || len(all) == 0 || !d.Chance(60) {
		return
	}
	e.Limits = maps.Clone(Pick(d, all...))
	for field := range e.Limits {
		d.Note("limit " + field)
	}
}

// addKey draws a key, or a family.
func (d *Drawer) addKey(s *Schema) {
	scopes := []string{"", "", "user:", "app:", "temp:"}
	if !d.Hostile {
		scopes = scopes[:4]
	}
	scope, name := Pick(d, scopes...), d.name("key")
	k := d.key(s, scope)
	switch {
	case d.maybe(20, "family"):
		name = d.family(s, scope, name)
	case d.Hostile && scope == "" && d.maybe(10, "odd key"):
		name, k.Scope = "relay:"+Pick(d, "a.b", "x-y", "a/b")+name, "session"
	}
	d.keyMoves(s, scope+name, k)
	d.Note("scope " + strings.TrimSuffix(scope+"session", ":session"))
	s.Keys[scope+name] = k
}

// family makes a family's name of a key's. Some families have the name of another key.
func (d *Drawer) family(s *Schema, scope, name string) string {
	first := "id"
	if d.Hostile {
		first = Pick(d, "order_id", "err", "key", "v", "ID", "s", "typed", "url", "mail", "url1", "family_order", "asString", "commonstate")
	}
	if d.maybe(40, "family with two parameters") {
		return Pick(d, name+"_{"+first+"}_at_{second}", name+"_{"+first+"}_at_{second}", "{"+first+"}_at_{second}_"+name)
	}
	if d.maybe(30, "family with a key of its shape") {
		s.Keys[scope+name+"_total"] = d.key(s, scope)
	}
	return name + fmt.Sprintf(Pick(d, "_{%s}", "_{%s}", "{%s}aab"), first)
}

func (d *Drawer) key(s *Schema, scope string) *Decl {
	var k *Decl
	if d.Limits && d.maybe(15, "merge") {
		k = d.merged(s)
	} else if k = d.typed(s); k.GoType == "" && d.maybe(12, "encoding json-string") {
		k.Encoding = "json-string"
	}
	d.presence(s, k, scope == "temp:")
	k.Sensitive = d.maybe(10, "sensitive")
	if d.Hostile {
		d.client(k, scope)
		d.describe(&k.Doc, "key")
		if d.maybe(15, "deprecated key") {
			k.Deprecated = d.text()
		}
		if d.maybe(20, "key with go_name") {
			k.GoName = schema.Title(d.name("go name of a key")) + "Go"
		}
		if d.maybe(10, "written_by") {
			k.WrittenBy = []string{"external"}
		}
	}
	return k
}

// client says what clients may do with a key.
func (d *Drawer) client(k *Decl, scope string) {
	switch {
	case k.Sensitive || !d.maybe(20, "client"):
	case scope == "app:":
		k.Client = "read"
	default:
		k.Client = Pick(d, "read", "write")
	}
}

func (d *Drawer) merged(s *Schema) *Decl {
	k := &Decl{Merge: Pick(d, "sum", "min", "max", "append", "union", "last"), Type: Pick(d, "int", "int64", "float")}
	d.Note("merge " + k.Merge)
	if k.Merge == "append" || k.Merge == "union" {
		items := append([]string{"string", "int"}, s.Named(true)...)
		if k.Merge == "append" {
			items = append(items, s.Named(false)...)
		}
		k.Type = "[]" + Pick(d, items...)
	}
	d.limit(s, k)
	return k
}

var defaults = map[string][]any{
	"string": {"", "a", "search", "*/ `\"\n", "日本"}, "bool": {true, false}, "int": {0, 1, 5, -3, 1 << 40}, "int64": {5, 7, 9007199254740993, -1},
	"float": {0, 1.5, 5, -1e-9, 1e300}, "time": {"2026-01-02T03:04:05.123456789+02:00"}, "duration": {"1h30m", "2h", "7ns", "0s"},
	"bytes": {"aGk=", ""}, "json": {fields{"a": []any{1, nil, "x`"}, "b\"": 1.5}, "s", 4, true},
	"[]string": {[]any{}, []any{"x"}, []any{"a", "b`"}}, "[]int": {[]any{}, []any{1, 2}}, "map[string]string": {fields{"k\"": "v"}},
}

// presence draws whether a key is required, optional, or has a default.
func (d *Drawer) presence(s *Schema, k *Decl, temp bool) {
	all := defaults[k.Type]
	if kind, ok := schema.ScalarKind(k.Type); ok && all == nil {
		all = kind.Scalar().Samples
	}
	if t := s.Types[k.Type]; t != nil && t.Enum != nil {
		all = []any{Pick(d, t.Enum...).Value}
	}
	k.Optional, k.Default = false, nil
	switch {
	case len(all) > 0 && (len(k.Limits) == 0 || d.Chance(20)) && d.maybe(45, "default"):
		k.Default = Pick(d, all...)
	case temp || d.Chance(65):
		d.Note("optional")
		k.Optional = true
	default:
		d.Note("required")
	}
}
