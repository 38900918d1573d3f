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

// plan is the hint that names both steps, if some lead from the old declaration to the
// new one without a value that is refused, lost or read as something else.
func (p *pass) plan(first *schema.Key, lasts ...*schema.Key) string {
	if p.isTrial {
		return ""
	}
	if isValid(first) && len(p.trial(p.pair.old.Key, first)) == 0 {
		for _, last := range lasts {
			if isValid(last) && !slices.ContainsFunc(p.trial(first, last), (*finding).isOfValues) {
				return fmt.Sprintf(twoReleases, declaration(first), declaration(last))
			}
		}
	}
	return stopFirst
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
	return p.plan(&first, p.pair.new.Key)
}

// converting is the plan of a key whose values each release converts.
func (p *pass) converting() string {
	old, today := p.pair.old.Key, p.pair.new.Key
	if cure := cmp.Or(p.comparison.old.cureOfTypes(today.Type), p.comparison.new.cureOfTypes(old.Type)); cure != "" {
		return cure
	}
	first := knowing(old, today, schema.ConvertGo)
	first.RenamedTo = ""
	return p.plan(first, today, knowing(today, old, schema.ConvertBuiltIn), knowing(today, old, schema.ConvertGo))
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

// declaration writes what a key's values depend on, as a line of a schema.
func declaration(k *schema.Key) string {
	parts := []string{typeEntry(k.Type)}
	if k.Optional {
		parts = append(parts, "optional: true")
	}
	if k.Default != nil {
		parts = append(parts, "default: "+inSchema(k.Default))
	}
	if k.Merge != schema.MergeLast {
		parts = append(parts, "merge: "+k.Merge.String())
	}
	if k.Encoding == schema.JSONString {
		parts = append(parts, "encoding: json-string")
	}
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
