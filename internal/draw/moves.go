package draw

import (
	"fmt"
	"strings"
)

// another draws another name for a key, of its scope and with its parameters.
func (d *Drawer) another(key string) string { return d.like(key, d.name("key")) }

// oldName draws a name that nothing else has.
func (d *Drawer) oldName(key string) string {
	form := "old%d"
	if d.Hostile {
		form = Pick(d, "old%d", "*/ old%d", "`old\"%d", "//go:embed %d", "日本%d")
	}
	return d.like(key, fmt.Sprintf(form, d.Uint32()))
}

// like puts a name into the place of a key's own.
func (d *Drawer) like(key, name string) string {
	for _, scope := range []string{"user:", "app:", "temp:"} {
		if rest, ok := strings.CutPrefix(key, scope); ok {
			return scope + d.like(rest, name)
		}
	}
	switch i := strings.IndexByte(key, '{'); {
	case i < 0:
		return name
	case i == 0:
		return key[:strings.LastIndexByte(key, '}')+2] + name
	case key[i-1] == '_':
		return name + key[i-1:]
	default:
		return name + key[i:]
	}
}

// keyMoves draws how a key has changed.
func (d *Drawer) keyMoves(s *Schema, key string, k *Decl) {
	if !d.Moves {
		return
	}
	if d.maybe(12, "renamed_from") {
		k.RenamedFrom = []string{d.oldName(key), d.oldName(key)}
	}
	if d.maybe(10, "renamed_to") {
		k.RenamedTo = d.another(key)
	}
	k.Was = d.was(s, k, key)
}

// fieldMoves draws how a field has changed.
func (d *Drawer) fieldMoves(s *Schema, f *Decl) {
	if !d.Moves {
		return
	}
	if d.maybe(12, "field with renamed_from") {
		f.RenamedFrom = []string{d.oldName("")}
	}
	if f.Was = d.was(s, f, ""); len(f.Was) > 0 {
		d.Note("field with was")
	}
}

// earlier has what values of a type may have been: with a key where values under today's
// name would be taken for today's, with else where some have no counterpart.
var earlier = map[string][]Was{
	"float":    {{Type: "int"}, {Type: "int"}, {Key: "own", Type: "int64", Else: "some"}, {Type: "string", Else: "some"}},
	"int":      {{Type: "float", Else: "some"}, {Key: "own", Type: "string", Else: "some"}, {Key: "own", Type: "int64"}, {Encoding: "json-string"}},
	"string":   {{Type: "int"}, {Type: "bool"}, {Type: "float"}, {Type: "time"}, {Key: "own", Type: "string", Values: map[string]string{"a": "abc"}}},
	"bool":     {{Type: "string", Else: "some"}},
	"json":     {{Type: "string"}, {Key: "own", Type: "time"}},
	"time":     {{Key: "own", Type: "string", Else: "some"}},
	"duration": {{Key: "own", Type: "string", Else: "some"}},
}

// was draws an earlier declaration of a key, or of a field if the key is empty; often none.
func (d *Drawer) was(s *Schema, e *Decl, key string) []Was {
	if !d.Chance(30) {
		return nil
	}
	all := earlier[e.Type]
	item, isList := strings.CutPrefix(e.Type, "[]")
	switch enum := s.Types[e.Type]; {
	case isList && !strings.HasPrefix(item, "[]") && item != "json":
		all = []Was{{Type: item}}
	case e.Merge != "" && e.Merge != "last":
		all = all[:min(len(all), 1)] // what a sum was of
	case d.Hostile && d.maybe(40, "was converted in Go"):
		all = []Was{{Type: d.typeName(s, 1), Convert: "go"}}
	case enum != nil && enum.Enum != nil:
		all = d.earlierEnums(s, enum)
	}
	if len(all) == 0 {
		return nil
	}
	w := Pick(d, all...)
	if key == "" && w.Encoding != "" {
		return nil
	}
	if w.Type != "" {
		d.Note("was " + map[bool]string{true: "an item", false: "of another type"}[isList])
	}
	if w.Key != "" || d.Chance(60) {
		d.Note("was with a key")
		w.Key = d.oldName(key)
	}
	if w.Values != nil {
		d.Note("was other words")
	}
	if e.Type == "string" && w.Values != nil && d.Hostile {
		w.Values = map[string]string{d.text(): d.text()}
	}
	if w.Else != "" {
		w.Else = d.otherwise(e)
	}
	return []Was{w}
}

func (d *Drawer) earlierEnums(s *Schema, today *Type) []Was {
	to := Pick(d, today.Enum...).Value
	all := []Was{{Key: "own", Type: "string", Else: "some"}, {Type: "string", Values: map[string]string{"abc": to}, Else: "some"}}
	for _, name := range s.Named(true) {
		if other := s.Types[name]; other != nil && other != today {
			all = append(all, Was{Key: "own", Type: name, Values: map[string]string{Pick(d, other.Enum...).Value: to}, Else: "some"})
		}
	}
	return all
}

// otherwise draws what becomes of values without a counterpart.
func (d *Drawer) otherwise(e *Decl) string {
	all := []string{"fail"}
	if e.Optional {
		all = append(all, "drop")
	}
	if e.Default != nil {
		all = append(all, "default")
	}
	return Pick(d, all...)
}
