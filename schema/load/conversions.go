package load

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var ambiguousConversion = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "ambiguous-conversion",
	Summary: "an earlier declaration whose stored values look like those of today",
	Why: "Nothing in a store says by which schema a value was written. An older value is known by its key, or by a form that values of today " +
		"never have; one that has neither would be read as something else.",
	Bad:  "version: 1\nkeys:\n  timeout: {type: int, optional: true, was: [{type: int, convert: go}]}\n",
	Good: "version: 1\nkeys:\n  timeout_ms: {type: int, optional: true, was: [{key: timeout, type: int, convert: go}]}\n",
})

var invalidConversion = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-conversion",
	Summary: "an earlier declaration that does not say how its values become those of today",
	Why: "What is stored is read for years. A conversion that has no result for some values must say what a read gives of these: " +
		"nothing, an error, or the default.",
	Bad:  "version: 1\ntypes:\n  Lang: {enum: [en, de]}\nkeys:\n  user:lang: {type: Lang, default: en, was: [{type: string}]}\n",
	Good: "version: 1\ntypes:\n  Lang: {enum: [en, de]}\nkeys:\n  user:lang: {type: Lang, default: en, was: [{type: string, else: default}]}\n",
})

// maxCompared bounds how many enum values and fields are compared in one load.
const maxCompared = 3_000_000

// checkEntry reports what is wrong with an entry of was.
func (m *moves) checkEntry(e entry) {
	older := e.was.Form(e.owner.today).Type
	if !m.gaps.isSound(older) || !m.gaps.isSound(e.owner.today.Type) || !m.affordable(e, older, e.owner.today.Type) {
		m.doubt(e.owner)
		return
	}
	before := m.Mistakes
	_ = m.saysSomething(e) && m.rightValues(e, older) && m.converts(e, older) && m.toldApart(e) && m.merges(e, older)
	if m.Mistakes != before {
		m.doubt(e.owner)
	}
}

// affordable reports, once, an entry whose values are too many to be compared.
func (m *moves) affordable(e entry, types ...*schema.Type) bool {
	before := m.compared
	m.compared += 1 + len(e.was.Values)
	for _, t := range types {
		if t.Named != nil {
			m.compared += len(t.Named.Values) + len(t.Named.Fields)
		}
	}
	if m.compared > maxCompared && before <= maxCompared {
		m.Say(yamlsrc.LargeDeclarations, e.was.Span)
	}
	return m.compared <= maxCompared
}

// saysSomething reports an entry that is the declaration of today, or that is
// an old name alone.
func (m *moves) saysSomething(e entry) bool {
	w, today := e.was, e.owner.today
	older := w.Form(today)
	if !older.Type.Equal(today.Type) || older.Encoding != today.Encoding || len(w.Values) > 0 || w.Convert == schema.ConvertGo {
		return true
	}
	if w.Key == "" {
		m.Add(invalidConversion, w.Span, "this is how the %s is declared today", e.owner.noun()).
			Hint("say what was different, or remove it")
		return false
	}
	m.Add(invalidConversion, w.Span, "nothing but the name was different here").
		Hint("write renamed_from: [%s]", w.Key)
	return false
}

// rightValues reports values where there are no words to replace, and words that
// an enum has not.
func (m *moves) rightValues(e entry, older *schema.Type) bool {
	at := e.body.Key("values")
	if at == nil {
		return true
	}
	for _, t := range []*schema.Type{older, e.owner.today.Type} {
		if t.Kind != schema.String && t.Kind != schema.Enum {
			m.Add(invalidConversion, at.Span, "values replaces strings and enum values, and a type here is %s", t).
				Hint("remove values, or write convert: go")
			return false
		}
	}
	if convert := e.body.Key("convert"); convert != nil {
		m.Say(yamlsrc.FieldsCombined, convert.Span, "values", "convert").Related(at.Span, "values is here")
		return false
	}
	body, before := e.body.Get("values"), m.Mistakes
	m.valuesOf(older, body.Keys, true)
	m.valuesOf(e.owner.today.Type, body.Items, false)
	return m.Mistakes == before
}

// valuesOf reports words that are not values of a type, if that is an enum. Older
// values count as well where the words are what a store may hold.
func (m *moves) valuesOf(t *schema.Type, list []*yamlsrc.Node, stored bool) {
	if t.Kind != schema.Enum || m.gaps.incomplete[t.Named] {
		return
	}
	var values []string
	known := map[string]bool{}
	for _, v := range t.Named.Values {
		values = append(values, v.Value)
		if stored {
			values = append(values, v.RenamedFrom...)
		}
	}
	for _, v := range values {
		known[v] = true
	}
	for _, n := range list {
		if !known[n.Text] {
			m.Add(invalidConversion, n.Span, "%s is not a value of the enum %s", diag.Name(n.Text), t.Named.Name).
				Related(t.Named.Span, "the enum").DidYouMean(n.Text, values)
		}
	}
}

// converts reports conversions that don't exist, and else where it is needed
// and missing, or useless.
func (m *moves) converts(e entry, older *schema.Type) bool {
	before, today := m.Mistakes, e.owner.today.Type
	other := e.body.Key("else")
	switch covers := e.was.Coverage(today); {
	case e.was.Convert == schema.ConvertGo:
		if other != nil {
			m.Add(invalidConversion, other.Span, "with convert: go there is nothing left for else").
				Hint("remove else; your function returns an error for a value that it can't convert")
		}
	case covers == schema.CoversNone:
		m.Add(invalidConversion, e.was.Span, "no conversion from %s to %s is built in", older, today).
			Hint("add convert: go, and write the function in the output package")
	case covers == schema.CoversSome && other == nil:
		m.Add(invalidConversion, e.was.Span, "not every value of %s can be read as %s", older, today).
			Hint("say what a read gives of one that can't: else: %s", yamlsrc.OneOf(e.owner.outcomes()))
	case covers == schema.CoversAll && other != nil:
		m.Add(invalidConversion, other.Span, "every value of %s can be read as %s, so else never happens", older, today).
			Hint("remove else")
	}
	return m.Mistakes == before && m.possibleElse(e)
}

// outcomes lists what else can be for an owner.
func (o owner) outcomes() []string {
	switch {
	case o.field != nil && !o.field.Optional:
		return []string{"fail"}
	case o.key != nil && o.key.Default != nil:
		return []string{"default", "drop", "fail"}
	}
	return []string{"drop", "fail"}
}

// possibleElse reports a default that there is not, and a required field that would be dropped.
func (m *moves) possibleElse(e entry) bool {
	text, at := e.body.Str("else")
	if at == nil || slices.Contains(e.owner.outcomes(), text) {
		return true
	}
	m.Add(invalidConversion, at.Span, "else can't be %s for this %s", text, e.owner.noun()).
		Hint("write else: %s", yamlsrc.OneOf(e.owner.outcomes()))
	return false
}

// toldApart reports an entry whose values could be values of today that mean
// something else.
func (m *moves) toldApart(e entry) bool {
	today := e.owner.today
	if !e.was.Ambiguous(today) {
		return true
	}
	m.Add(ambiguousConversion, e.was.Span, "a stored value can be of the older type %s as well as of today's type %s",
		stored(e.was.Form(today)), stored(today)).
		Hint("give the %s a new name, and add key: %s here", e.owner.noun(), e.owner.name())
	return false
}

// stored describes a form for a message.
func stored(f schema.Form) string {
	if f.Encoding == schema.JSONString {
		return f.Type.String() + " as JSON text"
	}
	return f.Type.String()
}

// merges reports an older value that a merge can't go on from.
func (m *moves) merges(e entry, older *schema.Type) bool {
	k := e.owner.key
	if k == nil || k.Merge == schema.MergeLast || e.was.Mergeable(k) {
		return true
	}
	m.Add(invalidConversion, e.was.Span, "merge: %s can't go on from an older %s", k.Merge, older).
		Hint("remove merge, or take a new key and move the old values with writes of your own").Related(k.Span, "the key")
	return false
}

// checkSideBySide reports two entries whose values, under one name, can't be told
// from each other.
func (m *moves) checkSideBySide() {
	for i, e := range m.entries {
		for j := i + 1; j < len(m.entries) && m.entries[j].owner == e.owner; j++ {
			other := m.entries[j]
			form, otherForm := e.was.Form(e.owner.today), other.was.Form(e.owner.today)
			if !m.affordable(e, form.Type, otherForm.Type) {
				return
			}
			if other.was.Key != e.was.Key || !form.MayRead(otherForm) {
				continue
			}
			m.doubt(e.owner)
			m.Add(ambiguousConversion, other.was.Span, "the values of two entries, stored under one name, can't be told apart").
				Hint("keep one of the two").Related(e.was.Span, "the other entry")
		}
	}
}
