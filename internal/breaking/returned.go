package breaking

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

// This file finds values that come back as others: one side converts what is under
// the other's name, and the other reads what is under the new one as it is. Each of
// the two takes the value for one of its own, so that no reading tells of it; what
// the one reads and writes back does.

// returns tries the values of a key that the other side has by another name.
func (p *pass) returns() {
	o := p.convertsOther()
	if o == nil || !slices.Contains(p.toKey.Names(p.toWire), p.fromWire) {
		return
	}
	tried := append(p.maker.values(formOf(p.fromKey.Key), formOf(p.toKey.Key), depth), replaced(*o)...)
	from, to, again := turn(p.fromKey, p.toKey, p.fromWire, p.toWire)
	witness, every := othersAmong(from, to, again, each(tried, p.encode))
	if witness == nil {
		return
	}
	got := p.toKey.Read(p.toWire, p.state(witness))
	p.report(p.rule(storedValueChanged, rollingValueChanged), finding{
		text: fmt.Sprintf(unconverted,
			p.from.name, shown(witness), diag.Quote(p.fromWire), p.to.name, diag.Quote(p.toWire), reading.Text(got.Value)),
		how: extentOf(every, true), cure: p.cureOfReturn(),
	})
}

// turn are the readers of a value that the first side stores, of the other side, and of what that one writes.
func turn(from, to *reading.Key, fromWire, toWire string) (first, other, again reader) {
	return &keyReader{from, fromWire, fromWire}, &keyReader{to, toWire, fromWire}, &keyReader{from, fromWire, toWire}
}

// convertsOther is the entry by which the side that stores converts what is under the
// other's name; nil: there is none.
func (p *pass) convertsOther() *plan.Older {
	if p.fromWire == p.toWire {
		return nil
	}
	return converting(p.fromKey.Type, p.fromKey.Older(), func(i int) bool { return p.fromKey.Names(p.fromWire)[i] == p.toWire })
}

// converting is the first entry about a name whose values it makes others.
func converting(today *schema.Type, all []plan.Older, isName func(int) bool) *plan.Older {
	for i, o := range all {
		alike := o.Type.Equal(today) || isWhole(o.Type) && isWhole(today)
		if isName(o.Name) && (!alike || o.Convert == schema.ConvertGo || len(o.Steps) > 0) {
			return &all[i]
		}
	}
	return nil
}

func isWhole(t *schema.Type) bool { return t.Kind == schema.Int || t.Kind == schema.Int64 }

// replaced are the words that an entry replaces.
func replaced(o plan.Older) (list []any) {
	for _, w := range o.Words {
		list = append(list, w.From)
	}
	return list
}

// othersAmong finds a value that comes back as another one, and whether all do.
func othersAmong(from, to, again reader, tried []any) (witness any, every bool) {
	every = true
	for _, v := range tried {
		if !from.Stores(v) {
			continue
		}
		other := comesBack(from, to, again, v)
		if every = every && other; other && witness == nil {
			witness = v
		}
	}
	return witness, every
}

// comesBack reports whether a stored value is another one once the other side has
// read it and written it back, where the first one reads it again. What both sides convert, one by a function, is
// for the program's own tests.
func comesBack(from, to, again reader, v any) bool {
	before, got := from.ReadValue(v), to.ReadValue(v)
	if got.ByHand || got.Err != nil || got.Presence != reading.Stored {
		return false
	}
	raw, err := to.Encode(got)
	if err != nil {
		return false
	}
	object, _ := got.Value.(reading.Object)
	isConverted := got.Converted || len(object.Converted) > 0
	back := again.ReadValue(raw)
	return !(isConverted && back.ByHand) && isOther(from, before, back)
}

// isOther reports whether one schema makes another value of what was read before, or
// a function of the user's does.
func isOther(by reader, before, back reading.Result) bool {
	if back.ByHand || back.Err != nil || back.Presence != reading.Stored {
		return back.ByHand
	}
	a, err := by.Encode(before)
	b, also := by.Encode(back)
	return err == nil && also == nil && jsonText(a) != jsonText(b)
}

// cureOfReturn is a release that converts both ways, if there can be one.
func (p *pass) cureOfReturn() string {
	today, other := diag.Quote(p.fromKey.Wire()), diag.Quote(p.toKey.Wire())
	switch {
	case p.pair.old.Merge != schema.MergeLast:
		return cureOfMerged
	case p.rolling:
		return p.converting()
	}
	if cure := p.to.cureOfTypes(p.fromKey.Type); cure != "" {
		return cure
	}
	w := knowing(p.toKey.Key, p.fromKey.Key, schema.ConvertGo).Was[0]
	return fmt.Sprintf(cureByWas, other, entry(w, p.toKey.Encoding), today)
}

// cureOfField is cureOfReturn for a field.
func (p *pass) cureOfField(f, g *schema.Field) string {
	if p.rolling {
		return rollingCures[typeChanged]
	}
	if cure := p.to.cureOfTypes(f.Type); cure != "" {
		return cure
	}
	w := schema.Was{Key: f.Name, Type: f.Type, Convert: schema.ConvertGo}
	return fmt.Sprintf(cureOfFieldByWas, g.Name, entry(w, schema.Plain), f.Name)
}

// cureOfTypes is the cure if a version would have to know a type of the other one, and
// has another by its name; empty: it hasn't.
func (v *version) cureOfTypes(t *schema.Type) string {
	if v.knows(t) {
		return ""
	}
	return fmt.Sprintf(cureOfOtherType, t, v.name)
}

// knows reports whether a version has no other type by one of the names in a type.
func (v *version) knows(t *schema.Type) bool {
	switch {
	case t.Elem != nil:
		return v.knows(t.Elem)
	case t.Named == nil:
		return true
	}
	i := slices.IndexFunc(v.Types, func(n *schema.Named) bool { return n.Name == t.Named.Name })
	return i < 0 || form{typ: t}.equal(form{typ: &schema.Type{Kind: t.Kind, Named: v.Types[i]}})
}

// fieldReturns is returns for a field of an object.
func (p *pass) fieldReturns(from, to form, f, g *schema.Field, at place) {
	if f.Name == g.Name || p.convertsField(f, g) == nil || !slices.Contains(plan.FieldMoves(g).Names, f.Name) {
		return
	}
	a, b := p.from.read.Value(from.typ, from.Constraints), p.to.read.Value(to.typ, to.Constraints)
	tried := append(p.maker.values(fieldForm(f), fieldForm(g), depth), replaced(*p.convertsField(f, g))...)
	base := p.maker.base(from, to)
	witness, every := othersAmong(a, b, a, each(tried, func(v any) any { return withField(base, f.Name, v) }))
	if witness == nil {
		return
	}
	p.report(p.rule(storedValueChanged, rollingValueChanged), finding{
		path: at.path, new: at.new, old: at.old, before: at.before,
		text: fmt.Sprintf(unconvertedField,
			p.from.name, shown(at.wrap(witness)), p.to.name, f.Name, g.Name),
		how: extentOf(every && at.always && !f.Optional, true), cure: p.cureOfField(f, g),
	})
}

// convertsField is convertsOther for a field.
func (p *pass) convertsField(f, g *schema.Field) *plan.Older {
	m := plan.FieldMoves(f)
	return converting(f.Type, m.Older, func(i int) bool { return i > 0 && m.Names[i-1] == g.Name })
}
