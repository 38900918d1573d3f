package breaking

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// This file makes hints of changes that take two releases. A hint is a tested plan:
// each of its steps was compared, and breaks nothing.

// step is a declaration that is to follow the old one, and how it is written: the key
// itself, or a field inside of it.
type step struct {
	key  *schema.Key
	line string
}

func stepOf(k *schema.Key) step { return step{k, declaration(k)} }

// plan is the hint that names both steps, if some lead from the old declaration to the
// new one without a value that is refused, lost or read as something else.
func (p *pass) plan(noun string, firsts, lasts []step) string {
	if p.isTrial {
		return ""
	}
	for _, first := range firsts {
		if !isValid(first.key) || len(p.trial(p.pair.old.Key, first.key)) > 0 {
			continue
		}
		for _, last := range lasts {
			if isValid(last.key) && !slices.ContainsFunc(p.trial(first.key, last.key), (*finding).isOfValues) {
				return fmt.Sprintf(twoReleases, first.line, last.line)
			}
		}
	}
	return fmt.Sprintf(stopFirst, noun)
}

// isOfValues reports whether values are refused, lost or read as something else.
func (f *finding) isOfValues() bool {
	return f.isOf(storedValues) || f.isOf(rollingValues)
}

func (f *finding) isOf(list diag.Rules) bool {
	_, ok := list.Find(f.rule.ID)
	return ok
}

// trial returns what is found when one declaration follows another. Keys that differ in
// their names alone are tried once.
func (p *pass) trial(old, today *schema.Key) []*finding {
	names := strings.NewReplacer(p.pair.old.Wire(), "\x00", p.pair.new.Wire(), "\x01")
	id := names.Replace(declaration(old)+declaration(today)) + typeID(old.Type) + typeID(today.Type)
	if known, ok := p.trials[id]; ok {
		return known
	}
	c := newComparison(&schema.Schema{Types: p.comparison.old.Types, Keys: []*schema.Key{old}},
		&schema.Schema{Types: p.comparison.new.Types, Keys: []*schema.Key{today}})
	c.isTrial, c.maker = true, p.maker
	defer func(before bool) { p.maker.tooLarge = before }(p.maker.tooLarge)
	c.compare()
	p.trials[id] = c.found
	return c.found
}

// isValid reports whether a schema may have the entries under was.
func isValid(k *schema.Key) bool {
	form := schema.Form{Type: k.Type, Encoding: k.Encoding}
	return !slices.ContainsFunc(k.Was, func(w schema.Was) bool {
		isBuiltIn := w.Convert == schema.ConvertBuiltIn && w.Else == schema.ElseNone
		return w.Ambiguous(form) || isBuiltIn && w.Coverage(k.Type) < schema.CoversMost ||
			k.Merge != schema.MergeLast && !w.Mergeable(k)
	})
}

// renaming is the plan of a key that has a new name.
func (p *pass) renaming() string {
	first := *p.pair.old.Key
	first.RenamedTo = p.pair.new.Wire()
	return p.plan("key", []step{stepOf(&first)}, []step{stepOf(p.pair.new.Key)})
}

// converting is the plan of a key whose values each release converts.
func (p *pass) converting() string {
	old, today := p.pair.old.Key, p.pair.new.Key
	if cure := cmp.Or(p.comparison.old.cureOfTypes(today.Type), p.comparison.new.cureOfTypes(old.Type)); cure != "" {
		return cure
	}
	first := knowing(old, today, schema.ConvertGo)
	first.RenamedTo = ""
	return p.plan("key", []step{stepOf(first)},
		[]step{stepOf(today), stepOf(knowing(today, old, schema.ConvertBuiltIn)), stepOf(knowing(today, old, schema.ConvertGo))})
}

// saying is the hint that says what a key was, if that makes its values readable.
func (p *pass) saying() string {
	old, today := p.pair.old.Key, p.pair.new.Key
	if cure := p.to.cureOfTypes(old.Type); cure != "" || p.isTrial {
		return newKey
	}
	for _, by := range []schema.Conversion{schema.ConvertBuiltIn, schema.ConvertGo} {
		next := knowing(today, old, by)
		harms := func(f *finding) bool {
			return f.isOf(storedValues) || f.rule.ID == constraintTightened.ID
		}
		if isValid(next) && !slices.ContainsFunc(p.trial(old, next), harms) {
			return fmt.Sprintf(sayWas, declaration(next))
		}
	}
	return newKey
}

// knowing is a declaration with an entry about the values of another one.
func knowing(k, other *schema.Key, by schema.Conversion) *schema.Key {
	next, w := *k, schema.Was{Type: other.Type, Encoding: other.Encoding, Convert: by}
	if other.Wire() != k.Wire() {
		w.Key = other.Wire()
	}
	next.RenamedFrom = without(k.RenamedFrom, other.Wire())
	next.Was = append([]schema.Was{w}, slices.DeleteFunc(slices.Clone(k.Was), func(v schema.Was) bool { return v.Key == w.Key })...)
	return &next
}

func without(list []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == name })
}

// renamingField is the plan of a field that has a new name.
func (p *pass) renamingField(object *schema.Named, f, g *schema.Field) string {
	first := *g
	first.RenamedFrom = append(slices.Clone(g.RenamedFrom), f.Name)
	return p.fieldPlan(object, f, g, &first)
}

// convertingField is the plan of a field whose values each release converts.
func (p *pass) convertingField(object *schema.Named, f, g *schema.Field) string {
	if cure := p.to.cureOfTypes(f.Type); cure != "" {
		return cure
	}
	first, w := *g, schema.Was{Type: f.Type, Convert: schema.ConvertGo}
	if f.Name != g.Name {
		w.Key = f.Name
	}
	first.RenamedFrom = without(g.RenamedFrom, f.Name)
	first.Was = append([]schema.Was{w}, slices.DeleteFunc(slices.Clone(g.Was), func(v schema.Was) bool { return v.Key == w.Key })...)
	return p.fieldPlan(object, f, g, &first)
}

// fieldPlan is the plan of a field g of the old object that is f in the new one.
func (p *pass) fieldPlan(object *schema.Named, f, g, first *schema.Field) string {
	by := *object
	by.Fields = slices.Clone(object.Fields)
	by.Fields[slices.Index(object.Fields, g)] = first
	between := *p.pair.old.Key
	between.Type = replace(between.Type, object, &by, map[*schema.Named]*schema.Named{})
	return p.plan("field", []step{{&between, fieldDeclaration(first)}}, []step{{p.pair.new.Key, fieldDeclaration(f)}})
}

// replace returns a type in which one named type is another.
func replace(t *schema.Type, old, by *schema.Named, known map[*schema.Named]*schema.Named) *schema.Type {
	one := *t
	switch {
	case t.Elem != nil:
		one.Elem = replace(t.Elem, old, by, known)
	case t.Named != nil && t.Kind == schema.Object:
		one.Named = replaceIn(t.Named, old, by, known)
	}
	return &one
}

func replaceIn(n, old, by *schema.Named, known map[*schema.Named]*schema.Named) *schema.Named {
	if done := known[n]; done != nil {
		return done
	}
	today := *n
	if n == old {
		today = *by
	}
	known[n] = &today
	fields := today.Fields
	today.Fields = nil
	for _, f := range fields {
		one := *f
		one.Type = replace(f.Type, old, by, known)
		today.Fields = append(today.Fields, &one)
	}
	return &today
}

// declaration writes what a key's values depend on, as a line of a schema.
func declaration(k *schema.Key) string {
	parts := []string{typeEntry(k.Type)}
	if k.Optional {
		parts = append(parts, "optional: true")
	}
	parts = append(parts, stated(k)...)
	if k.Sensitive {
		parts = append(parts, "sensitive: true")
	}
	if k.Client.CanRead() {
		parts = append(parts, "client: "+k.Client.String())
	}
	parts = append(parts, limits(k.Constraints)...)
	parts = append(parts, moved(k.RenamedFrom, k.Was, k.Encoding)...)
	if k.RenamedTo != "" {
		parts = append(parts, "renamed_to: "+named(k.RenamedTo))
	}
	return named(k.Wire()) + ": {" + strings.Join(parts, ", ") + "}"
}

// inSchema writes a default, which may have nulls and numbers that no store takes.
func inSchema(v *schema.Value) string {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(schema.Stored(v.Data)); err != nil {
		return "null"
	}
	return strings.TrimSpace(text.String())
}

func fieldDeclaration(f *schema.Field) string {
	parts := []string{typeEntry(f.Type)}
	if f.Optional {
		parts = append(parts, "optional: true")
	}
	parts = append(parts, limits(f.Constraints)...)
	parts = append(parts, moved(f.RenamedFrom, f.Was, schema.Plain)...)
	return named(f.Name) + ": {" + strings.Join(parts, ", ") + "}"
}

func limits(c schema.Constraints) []string {
	if text := constraints(c); text != noConstraints {
		return []string{text}
	}
	return nil
}

func moved(from []string, was []schema.Was, today schema.Encoding) (parts []string) {
	if len(from) > 0 {
		parts = append(parts, "renamed_from: ["+strings.Join(each(from, named), ", ")+"]")
	}
	if len(was) > 0 {
		parts = append(parts, "was: ["+strings.Join(each(was, func(w schema.Was) string { return entry(w, today) }), ", ")+"]")
	}
	return parts
}

// entry writes an entry under was of a key that encodes in some way today.
func entry(w schema.Was, today schema.Encoding) string {
	var parts []string
	if w.Key != "" {
		parts = append(parts, "key: "+named(w.Key))
	}
	if w.Type != nil {
		parts = append(parts, typeEntry(w.Type))
	}
	if w.Encoding != today {
		parts = append(parts, "encoding: "+map[schema.Encoding]string{schema.Plain: "plain", schema.JSONString: "json-string"}[w.Encoding])
	}
	if len(w.Values) > 0 {
		values := each(w.Values, func(m schema.ValueMove) string { return jsonText(m.From) + ": " + jsonText(m.To) })
		parts = append(parts, "values: {"+strings.Join(values, ", ")+"}")
	}
	if w.Convert == schema.ConvertGo {
		parts = append(parts, "convert: go")
	}
	if word := unconvertible[w.Else]; word != "" {
		parts = append(parts, "else: "+word)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

var unconvertible = map[schema.Unconvertible]string{schema.ElseDrop: "drop", schema.ElseFail: "fail", schema.ElseDefault: "default"}

// named writes a key or one of its parts, in quotes if YAML takes it for something else.
func named(name string) string {
	if strings.ContainsAny(name, "{}") || slices.Contains([]string{"true", "false", "null"}, strings.ToLower(name)) {
		return diag.Quote(name)
	}
	return name
}

func typeEntry(t *schema.Type) string {
	field, text, inner := "type: ", t.String(), t
	for inner.Elem != nil {
		inner, text = inner.Elem, diag.Quote(t.String())
	}
	if inner.Kind == schema.Go {
		field = "go_type: "
	}
	return field + text
}

// beside is the plan of a key that another one in another scope replaces.
func (c *comparison) beside(old, today *schema.Key) string {
	wire, moving := diag.Quote(old.Wire()), "move the values in code that knows which one is right"
	if c.old.read.Key(today.Wire()) != nil {
		return fmt.Sprintf("keep %s, and %s; then list it under removed", wire, moving)
	}
	next := *today
	next.RenamedFrom, next.RenamedTo, next.Was, next.Optional = nil, "", nil, next.Default == nil
	return fmt.Sprintf("take two releases: first `%s` beside %s, and %s; then list %s under removed", declaration(&next), wire, moving, wire)
}
