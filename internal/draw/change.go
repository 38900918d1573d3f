package draw

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/schema"
)

func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// Change makes one change.
func (d *Drawer) Change(s *Schema) {
	if len(s.Types) > 0 && d.Chance(30) {
		d.changeType(s)
		return
	}
	name := Pick(d, sorted(s.Keys)...)
	e := s.Keys[name]
	if d.Turns && d.Chance(25) {
		d.turn(s, name, e)
		return
	}
	switch d.IntN(13) {
	case 0:
		d.addKey(s)
	case 1, 2:
		delete(s.Keys, name)
		if d.Chance(50) {
			s.Removed = append(s.Removed, name)
		}
		d.addKey(s)
	case 3, 4:
		d.rename(s, name)
	case 5:
		*e = *d.typed(s)
	case 6, 7:
		d.limit(s, e)
	case 8:
		d.presence(s, e, false)
	case 9:
		d.Convert(s)
	case 10:
		e.Encoding = map[string]string{"": "json-string"}[e.Encoding]
	case 11:
		e.Sensitive, e.Client = !e.Sensitive, ""
		if len(e.Was) > 0 {
			e.Was = e.Was[:len(e.Was)-1]
		}
	case 12:
		if e.Merge != "" {
			e.Merge = Pick(d, "", "last")
		}
	}
}

// turn moves a key and changes what its values mean, makes one key of two, or declares
// a key beside a family.
func (d *Drawer) turn(s *Schema, name string, e *Decl) {
	today := d.another(name)
	was := Was{Key: name, Type: e.Type, Encoding: e.Encoding, Convert: "go"}
	switch t := s.Types[e.Type]; d.IntN(4) {
	case 0:
		if t == nil || len(t.Enum) < 2 {
			break
		}
		a, b := t.Enum[0].Value, t.Enum[1].Value
		was.Convert, was.Values = "", map[string]string{a: b, b: a}
	case 1:
		for _, other := range sorted(s.Keys) {
			if o := s.Keys[other]; other != name && o.Type == e.Type && strings.Contains(other, "{") == strings.Contains(name, "{") {
				delete(s.Keys, other)
				e.RenamedFrom = append(e.RenamedFrom, other)
			}
		}
		return
	case 2:
		if prefix, _, ok := strings.Cut(name, "{"); ok {
			one := *e
			one.RenamedFrom, one.RenamedTo, one.Was = nil, "", nil
			s.Keys[prefix+d.name("sum")] = &one
			return
		}
	}
	delete(s.Keys, name)
	e.Merge, e.RenamedTo, e.Was = "", "", []Was{was}
	s.Keys[today] = e
}

// similar lists types whose values are like those of a type.
func (d *Drawer) similar(s *Schema, name string) []string {
	enums, objects := s.Named(true), s.Named(false)
	switch {
	case slices.Contains(enums, name):
		return []string{"string", "[]" + name}
	case slices.Contains(objects, name):
		return append(objects, "[]"+name, "map[string]int", "json")
	}
	all := map[string][]string{
		"int": {"int64", "float", "string"}, "int64": {"int", "float"}, "float": {"int", "int64"}, "string": append(enums, "json", "time", "int", "[]string"),
		"bool": {"string", "json"}, "time": {"string"}, "duration": {"string", "int"}, "bytes": {"string"}, "[]string": {"json"},
		"[]int": {"[]string", "json"}, "map[string]int": append(objects, "map[string]string", "json"),
	}
	for _, enum := range enums {
		all["[]string"], all["[]"+enum] = append(all["[]string"], "[]"+enum), []string{"[]string"}
	}
	if kind, ok := schema.ScalarKind(name); ok && all[name] == nil && kind.Scalar().Samples != nil {
		return []string{"string"}
	}
	return all[name]
}

// Convert changes the type of a key, most often to one like it, and sometimes says what it
// was.
func (d *Drawer) Convert(s *Schema) {
	name := Pick(d, sorted(s.Keys)...)
	e := s.Keys[name]
	all := d.similar(s, e.Type)
	if len(all) == 0 || d.Chance(30) {
		all = append(s.Named(true), "int64", "float", "string", "[]string", "json", "bool")
	}
	was := Was{Type: e.Type, Encoding: e.Encoding}
	if d.Chance(50) {
		was.Else = Pick(d, "drop", "fail", "default")
	}
	e.Type, e.Limits, e.Default, e.Merge = Pick(d, all...), nil, nil, ""
	if e.Type == "string" && d.Chance(30) {
		e.Limits = fields{"max_length": 3}
	}
	if !d.Chance(70) {
		return
	}
	if d.Chance(30) {
		delete(s.Keys, name)
		was.Key, s.Keys[d.another(name)] = name, e
	}
	e.Was = append([]Was{was}, e.Was...)
}

func (d *Drawer) rename(s *Schema, name string) {
	e, today := s.Keys[name], d.another(name)
	switch d.IntN(3) {
	case 0:
		delete(s.Keys, name)
		e.RenamedFrom = append([]string{name}, e.RenamedFrom...)
		s.Keys[today] = e
	case 1:
		delete(s.Keys, name)
		s.Keys[today] = e
		e.RenamedFrom, e.RenamedTo = nil, ""
	case 2:
		switch {
		case e.RenamedTo != "": // the second release
			delete(s.Keys, name)
			s.Keys[e.RenamedTo] = e
			e.RenamedFrom, e.RenamedTo = append([]string{name}, e.RenamedFrom...), ""
		case len(e.RenamedFrom) > 0:
			e.RenamedFrom = nil // long enough
		default:
			e.RenamedTo = today
		}
	}
}

func (d *Drawer) changeType(s *Schema) {
	t := s.Types[Pick(d, sorted(s.Types)...)]
	if t.Enum != nil {
		d.changeEnum(t)
		return
	}
	inner, name := *s, Pick(d, sorted(t.Fields)...)
	inner.Types = maps.Clone(s.Types) // without objects, so that none comes to need itself
	maps.DeleteFunc(inner.Types, func(_ string, t *Type) bool { return t.Enum == nil })
	switch f := t.Fields[name]; d.IntN(6) {
	case 0, 1:
		d.addField(&inner, t, "field")
	case 2:
		if len(t.Fields) > 1 {
			delete(t.Fields, name)
		}
	case 3:
		f.Optional = !f.Optional
	case 4:
		was := []Was{{Type: f.Type, Else: "fail"}}
		if *f = *d.typed(&inner); d.Chance(50) {
			f.Was = was
		}
	case 5:
		delete(t.Fields, name)
		if d.Chance(60) {
			f.RenamedFrom = append(f.RenamedFrom, name)
		}
		t.Fields[d.name("field")] = f
	}
}

func (d *Drawer) changeEnum(t *Type) {
	i := d.IntN(len(t.Enum))
	switch v := &t.Enum[i]; d.IntN(3) {
	case 0:
		t.Enum = append(t.Enum, Value{Value: d.name("value")})
	case 1:
		if len(t.Enum) > 1 {
			t.Enum = slices.Delete(t.Enum, i, i+1)
		}
	case 2:
		v.RenamedFrom = append(v.RenamedFrom, v.Value)
		v.Value = d.name("value")
	}
}
