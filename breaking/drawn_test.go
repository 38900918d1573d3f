package breaking

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// drawer draws schemas, changes of them, and values.
type drawer struct {
	*rand.Rand
	moves bool // whether changes may be declared by more than renamed_from of keys
}

func newDrawer(seed uint64) drawer { return drawer{rand.New(rand.NewPCG(seed, 1)), true} }

func pick[T any](d drawer, from ...T) T { return from[d.IntN(len(from))] }

func (d drawer) chance(percent int) bool { return d.IntN(100) < percent }

// drawn is a schema that can be changed.
type drawn struct {
	enums   map[string][]string // values as a schema writes them
	objects map[string]map[string]*decl
	keys    map[string]*decl
	removed []string
	next    int // number of the next name
}

// decl is the declaration of a key or a field.
type decl struct {
	typ, constraint, def, merge string
	optional, text, sensitive   bool
	from, was                   []string
	to                          string
}

func (e *decl) String() string {
	parts := []string{fmt.Sprintf("type: %q", e.typ)}
	for name, value := range map[string]string{"default": e.def, "merge": e.merge, "renamed_to": e.to} {
		if value != "" {
			parts = append(parts, name+": "+value)
		}
	}
	slices.Sort(parts)
	if e.constraint != "" {
		parts = append(parts, e.constraint)
	}
	for name, set := range map[string]bool{"optional: true": e.optional, "encoding: json-string": e.text, "sensitive: true": e.sensitive} {
		if set {
			parts = append(parts, name)
		}
	}
	if len(e.from) > 0 {
		parts = append(parts, fmt.Sprintf("renamed_from: [%s]", strings.Join(e.from, ", ")))
	}
	if len(e.was) > 0 {
		parts = append(parts, fmt.Sprintf("was: [%s]", strings.Join(e.was, ", ")))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func (s *drawn) String() string {
	var b strings.Builder
	b.WriteString("version: 1\ntypes:\n")
	for _, name := range slices.Sorted(maps.Keys(s.enums)) {
		fmt.Fprintf(&b, "  %s: {enum: [%s]}\n", name, strings.Join(s.enums[name], ", "))
	}
	for _, name := range slices.Sorted(maps.Keys(s.objects)) {
		fmt.Fprintf(&b, "  %s:\n    fields:\n", name)
		for _, f := range slices.Sorted(maps.Keys(s.objects[name])) {
			fmt.Fprintf(&b, "      %s: %s\n", f, s.objects[name][f])
		}
	}
	b.WriteString("keys:\n")
	for _, name := range slices.Sorted(maps.Keys(s.keys)) {
		fmt.Fprintf(&b, "  %q: %s\n", name, s.keys[name])
	}
	if len(s.removed) > 0 {
		fmt.Fprintf(&b, "removed: [%s]\n", strings.Join(s.removed, ", "))
	}
	return b.String()
}

func (s *drawn) clone() *drawn {
	c := *s
	c.enums, c.objects, c.keys, c.removed = map[string][]string{}, map[string]map[string]*decl{}, map[string]*decl{}, slices.Clone(s.removed)
	for name, values := range s.enums {
		c.enums[name] = slices.Clone(values)
	}
	for name, fields := range s.objects {
		c.objects[name] = map[string]*decl{}
		for f, e := range fields {
			c.objects[name][f] = e.clone()
		}
	}
	for name, e := range s.keys {
		c.keys[name] = e.clone()
	}
	return &c
}

func (e *decl) clone() *decl {
	c := *e
	c.from, c.was = slices.Clone(e.from), slices.Clone(e.was)
	return &c
}

func (d drawer) schema() *drawn {
	s := &drawn{enums: map[string][]string{"Step": {"search", "pay", "done"}}, objects: map[string]map[string]*decl{}, keys: map[string]*decl{}}
	seat := map[string]*decl{}
	for range 1 + d.IntN(3) {
		seat[s.name("f")] = d.field(false)
	}
	s.objects["Seat"] = seat
	s.objects["Trip"] = map[string]*decl{
		"seats": {typ: "[]Seat"}, "first": {typ: "Seat", optional: true}, "step": {typ: "Step"}, "near": {typ: "Trip", optional: true},
	}
	for range 2 + d.IntN(4) {
		s.addKey(d)
	}
	return s
}

func (s *drawn) name(prefix string) string {
	s.next++
	return fmt.Sprintf("%s%d", prefix, s.next)
}

func (s *drawn) addKey(d drawer) {
	name := pick(d, "", "", "user:", "app:") + s.name("k")
	if d.chance(10) {
		name += "_{id}"
	}
	s.keys[name] = d.key()
}

// typ draws a type with a constraint.
func (d drawer) typ(objects bool) (typ, constraint string) {
	all := map[string][]string{
		"string":         {"", "", "min_length: 1", "max_length: 3", "min_length: 2, max_length: 5", `pattern: "^[a-z]+$"`, `pattern: "^[a-z0-9]{1,4}$"`, `pattern: "[0-9]"`, `pattern: "^(search|pay)$"`},
		"int":            {"", "min: 0", "max: 10", "min: -3, max: 200", "min: 9007199254740993"},
		"int64":          {"", "min: 5", "max: 10", "max: 9007199254740994"},
		"float":          {"", "min: -1, max: 2.5", "min: 0", "max: 10"},
		"bool":           {""},
		"time":           {"", `min: "2026-01-01T00:00:00Z"`, `max: "2030-01-01T00:00:00Z"`},
		"duration":       {"", `min: "1s"`, `max: "36h"`},
		"bytes":          {"", "max_length: 4", "min_length: 2"},
		"json":           {""},
		"Step":           {""},
		"[]string":       {"", "max_items: 2", "min_items: 1", "unique: true", "max_items: 3, unique: true"},
		"[]int":          {"", "max_items: 2", "unique: true"},
		"[]Step":         {"", "unique: true", "min_items: 1"},
		"map[string]int": {""}, "map[string]string": {""}, "map[string][]float": {""},
	}
	if objects {
		for _, t := range []string{"Seat", "[]Seat", "Trip", "map[string]Seat", "[][]Seat"} {
			all[t] = []string{""}
		}
	}
	typ = pick(d, slices.Sorted(maps.Keys(all))...)
	return typ, pick(d, all[typ]...)
}

func (d drawer) field(objects bool) *decl {
	e := &decl{optional: d.chance(40)}
	e.typ, e.constraint = d.typ(objects)
	return e
}

func (d drawer) key() *decl {
	e := d.field(true)
	d.presence(e)
	switch {
	case d.chance(20) && slices.Contains([]string{"int", "int64", "float"}, e.typ):
		e.merge = pick(d, "sum", "min", "max")
	case d.chance(50) && (e.typ == "[]string" || e.typ == "[]int"):
		e.merge = pick(d, "append", "union")
	case d.chance(10):
		e.text = true
	}
	e.sensitive = d.chance(5)
	return e
}

func (d drawer) presence(e *decl) {
	defaults := map[string][]string{
		"string": {`"a"`, `"search"`}, "int": {"1", "5"}, "int64": {"7", "5"}, "float": {"1.5", "1", "5"}, "bool": {"true", "false"},
		"Step": {"search", "pay"}, "[]string": {"[]", "[x]"}, "[]int": {"[]", "[1]"}, "duration": {`"1h"`, `"2h"`},
	}[e.typ]
	e.optional, e.def = false, ""
	switch n := d.IntN(10); {
	case n < 4:
		e.optional = true
	case n < 7 && len(defaults) > 0:
		e.def = pick(d, defaults...)
	case n < 9:
		e.optional = true
	}
}

// change makes one change.
func (s *drawn) change(d drawer) {
	if d.chance(30) {
		s.changeType(d)
		return
	}
	name := pick(d, slices.Sorted(maps.Keys(s.keys))...)
	e := s.keys[name]
	switch d.IntN(13) {
	case 0:
		s.addKey(d)
	case 1, 2:
		delete(s.keys, name)
		if d.chance(50) {
			s.removed = append(s.removed, fmt.Sprintf("%q", name))
		}
		s.addKey(d)
	case 3, 4:
		s.rename(d, name)
	case 5:
		e.typ, e.constraint = d.typ(true)
		e.def, e.merge = "", ""
	case 6, 7:
		for range 20 {
			if typ, constraint := d.typ(true); typ == e.typ {
				e.constraint = constraint
			}
		}
	case 8:
		d.presence(e)
	case 9:
		similar := map[string][]string{
			"int": {"int64", "float", "string"}, "int64": {"int", "float"}, "float": {"int", "int64"}, "string": {"Step", "json", "time", "int", "[]string"},
			"Step": {"string", "[]Step"}, "bool": {"string", "json"}, "time": {"string"}, "duration": {"string", "int"}, "bytes": {"string"}, "[]string": {"[]Step", "json"}, "[]Step": {"[]string"},
			"Seat": {"[]Seat", "map[string]int", "json"}, "[]int": {"[]string", "json"}, "map[string]int": {"map[string]string", "Seat", "json"},
		}[e.typ]
		if len(similar) > 0 {
			s.convert(d, name, pick(d, similar...))
		}
	case 10:
		e.text = !e.text
	case 11:
		e.sensitive = !e.sensitive
		if len(e.was) > 0 {
			e.was = e.was[:len(e.was)-1]
		}
	case 12:
		if e.merge != "" {
			e.merge = pick(d, "", "last")
		}
	}
}

// convert changes the type of a key, and sometimes says what it was.
func (s *drawn) convert(d drawer, name, typ string) {
	e := s.keys[name]
	was := fmt.Sprintf("type: %q", e.typ)
	if e.text {
		was += ", encoding: json-string"
	}
	if d.chance(50) {
		was += ", else: " + pick(d, "drop", "fail", "default")
	}
	e.typ, e.constraint, e.def, e.merge = typ, "", "", ""
	if typ == "string" && d.chance(30) {
		e.constraint = "max_length: 3"
	}
	if !d.chance(70) {
		return
	}
	if d.chance(30) && !strings.Contains(name, "{") {
		today := s.name("k")
		if scope, _, ok := strings.Cut(name, ":"); ok {
			today = scope + ":" + today
		}
		delete(s.keys, name)
		was, s.keys[today] = fmt.Sprintf("key: %q, ", name)+was, e
	}
	e.was = append([]string{"{" + was + "}"}, e.was...)
}

func (s *drawn) rename(d drawer, name string) {
	e := s.keys[name]
	scope, _, scoped := strings.Cut(name, ":")
	today := s.name("k")
	if scoped {
		today = scope + ":" + today
	}
	if strings.Contains(name, "{id}") {
		today += "_{id}"
	}
	switch d.IntN(3) {
	case 0:
		delete(s.keys, name)
		e.from = append([]string{fmt.Sprintf("%q", name)}, e.from...)
		s.keys[today] = e
	case 1:
		delete(s.keys, name)
		s.keys[today] = e
		e.from, e.to = nil, ""
	case 2:
		switch {
		case e.to != "": // the second release
			today = strings.Trim(e.to, `"`)
			delete(s.keys, name)
			e.from, e.to = append([]string{fmt.Sprintf("%q", name)}, e.from...), ""
			s.keys[today] = e
		case len(e.from) > 0:
			e.from = nil // long enough
		case d.moves:
			e.to = fmt.Sprintf("%q", today)
		}
	}
}

func (s *drawn) changeType(d drawer) {
	if d.chance(30) {
		values := s.enums["Step"]
		i := d.IntN(len(values))
		switch n := d.IntN(3); {
		case n == 0:
			s.enums["Step"] = append(values, s.name("v"))
		case n == 1 && len(values) > 1:
			s.enums["Step"] = slices.Delete(values, i, i+1)
		case d.moves && !strings.Contains(values[i], "{"):
			values[i] = fmt.Sprintf("{value: %s, renamed_from: [%s]}", s.name("v"), values[i])
		}
		return
	}
	object := s.objects[pick(d, "Seat", "Seat", "Trip")]
	name := pick(d, slices.Sorted(maps.Keys(object))...)
	switch f := object[name]; d.IntN(6) {
	case 0, 1:
		object[s.name("f")] = d.field(false)
	case 2:
		if len(object) > 1 {
			delete(object, name)
		}
	case 3:
		f.optional = !f.optional
	case 4:
		was := fmt.Sprintf("{type: %q, else: fail}", f.typ)
		if f.typ, f.constraint = d.typ(false); d.chance(50) {
			f.was = []string{was}
		}
	case 5:
		delete(object, name)
		if d.chance(60) && d.moves {
			f.from = append(f.from, name)
		}
		object[s.name("f")] = f
	}
}
