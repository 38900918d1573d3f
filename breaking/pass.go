package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// pass looks for values that one side stores and the other doesn't read as they
// are: from the old side to the new one, or when rolling the other way.
type pass struct {
	*comparison
	pair
	from, to         version
	fromKey, toKey   *reading.Key
	fromWire, toWire string
	rolling          bool
	unstorable       bool   // whether a witness could not be one of this key
	again            []walk // what is to be walked again for the next key
}

// run compares the values of a key, and what is read where there are none.
func (p *pass) run() {
	p.unstorable, p.maker.tooLarge = false, false
	at := place{always: true, wrap: p.encode, parts: itself, new: p.pair.new.Span, old: p.pair.old.Span, before: describe(p.pair.old)}
	from, to := formOf(p.fromKey.Key), formOf(p.toKey.Key)
	switch {
	case p.isLost():
	case p.fromKey.Encoding != p.toKey.Encoding, from.typ.Kind != to.typ.Kind && len(p.toKey.Older()) > 0:
		p.probe(typeChanged, &keyReader{p.fromKey, p.fromWire, p.fromWire}, &keyReader{p.toKey, p.toWire, p.fromWire}, at.whole(), p.maker.encoded(p.fromKey, p.toKey))
	default:
		p.walk(from, to, at)
	}
	if !p.rolling {
		p.aliases()
		p.olderForms()
	}
	p.absent()
	p.untried()
	for _, id := range p.again {
		delete(p.walked, id)
	}
}

// untried says so if values of a type that has changed are too large to be made.
func (p *pass) untried() {
	if p.maker.tooLarge && !newEquality().form(formOf(p.fromKey.Key), formOf(p.toKey.Key)) {
		p.report(p.rule(storedValueRefused, rollingValueRefused), finding{
			key: p.pair.new.Wire(), new: p.pair.new.Span, old: p.pair.old.Span, before: describe(p.pair.old),
			text: "the type has changed, and even its smallest values are too large to be tried", how: dependent,
			cure: p.cure(typeChanged), counters: p.wholes(""),
		})
	}
}

// encode writes a value as the key of the side that stores does.
func (p *pass) encode(v any) any {
	if p.fromKey.Encoding == schema.JSONString {
		return jsonText(v)
	}
	return v
}

func jsonText(v any) string {
	text, err := runtime.EncodeValue(v)
	if err != nil {
		return ""
	}
	return string(text)
}

// state is one in which a value is stored.
func (p *pass) state(value any) map[string]any { return map[string]any{p.fromWire: value} }

// isLost reports a value that the other side doesn't look for where it is.
func (p *pass) isLost() bool {
	value, ok := p.sample()
	if !ok {
		return false
	}
	stored := p.encode(value)
	got := p.toKey.Read(p.toWire, p.state(stored))
	if slices.Contains(p.toKey.Names(p.toWire), p.fromWire) {
		return false
	}
	text := fmt.Sprintf("the %s code stores %s under %s, where the %s code does not look: %s",
		p.from.name, shown(stored), diag.Quote(p.fromWire), p.to.name, absence(got))
	cure := "keep reading it: list " + diag.Quote(p.fromWire) + " under renamed_from"
	if p.rolling {
		cure = fmt.Sprintf("take two releases: first keep %s with renamed_to: %s, and only in the next one declare %s with renamed_from",
			diag.Quote(p.toWire), p.fromWire, diag.Quote(p.fromWire))
		if p.pair.old.Merge != schema.MergeLast {
			text += "; what both merge is split between two keys"
		}
	}
	p.report(p.rule(storedValueLost, rollingValueLost), finding{
		key: p.pair.new.Wire(), new: p.pair.new.Span, old: p.pair.old.Span, before: p.pair.old.Wire(),
		text: text, how: extentOf(true, got.Err == nil), cure: cure, counters: p.wholes(""),
	})
	return true
}

// aliases looks for values that are stored under an older name, which only the
// side that stores still knows.
func (p *pass) aliases() {
	value, ok := p.sample()
	if !ok {
		return
	}
	stored, known := p.encode(value), p.toKey.Names(p.toWire)
	for i, name := range p.fromKey.Names(p.fromWire)[1:] {
		got := p.toKey.Read(p.toWire, map[string]any{name: stored})
		switch {
		case !p.isRead(name, stored):
		case slices.Contains(known, name):
			p.alias(name, stored, got, p.wholes(p.fromKey.OtherNames()[i]))
		default:
			p.report(storedValueLost, finding{
				key: p.pair.new.Wire(), new: p.pair.new.Span, old: p.pair.old.Span, before: "it was also read as " + diag.Quote(name),
				text:     fmt.Sprintf("what is still stored under the older name %s, such as %s, is no longer found: %s", diag.Quote(name), shown(stored), absence(got)),
				how:      extentOf(false, got.Err == nil),
				cure:     "keep " + diag.Quote(name) + " under renamed_from until no stored value is left under it",
				counters: p.wholes(p.fromKey.OtherNames()[i]),
			})
		}
	}
}

// alias reports a value under an older name that both sides know, if only there it
// is refused: that name has another form now.
func (p *pass) alias(name string, stored any, got reading.Result, counters []counter) {
	if got.ByHand || got.Err == nil || p.toKey.Read(p.toWire, p.state(stored)).Err != nil {
		return
	}
	p.report(storedValueRefused, finding{
		key: p.pair.new.Wire(), new: p.pair.new.Span, old: p.pair.old.Span, before: "it was also read as " + diag.Quote(name),
		text: fmt.Sprintf("what is still stored under the older name %s, such as %s, is refused: %v", diag.Quote(name), shown(stored), got.Err),
		how:  dependent, cure: "keep " + diag.Quote(name) + " under renamed_from until no stored value is left under it",
		counters: counters,
	})
}

// isRead reports whether the side that stores reads a value under one of its names.
func (p *pass) isRead(name string, stored any) bool {
	r := p.fromKey.Read(p.fromWire, map[string]any{name: stored})
	return r.Presence == reading.Stored && r.Err == nil && !r.ByHand
}

// olderForms looks for values in a form that only the side that stores still reads.
func (p *pass) olderForms() {
	names, sameType := p.fromKey.Names(p.fromWire), newEquality().types(p.fromKey.Type, p.toKey.Type)
	for _, o := range p.fromKey.Older() {
		for _, v := range p.maker.values(form{typ: o.Type}, p.olderTarget(o), depth) {
			if o.Encoding == schema.JSONString {
				v = jsonText(v)
			}
			state := map[string]any{names[o.Name]: v}
			before, now := p.fromKey.Read(p.fromWire, state), p.toKey.Read(p.toWire, state)
			if before.Err != nil || before.ByHand || before.Presence != reading.Stored && now.Err == nil ||
				effectOf(before, now) > altered && (!sameType || now.ByHand || reading.Same(before.Value, now.Value)) {
				continue
			}
			p.report(storedValueRefused, finding{
				key: p.pair.new.Wire(), new: p.pair.new.Span, old: o.Span, before: "it was also read as " + o.Type.String(),
				text: fmt.Sprintf("what is still stored in the older form, such as %s, is no longer read as it was", shown(v)),
				how:  dependent, cure: "keep the entry under was until no stored value has that form",
				counters: p.olds(o, sameType),
			})
			break
		}
	}
}

// olderTarget is what the other side reads such values as.
func (p *pass) olderTarget(o plan.Older) form {
	for _, other := range p.toKey.Older() {
		if other.Key == o.Key {
			return form{typ: other.Type}
		}
	}
	return formOf(p.toKey.Key)
}

// absent compares what is read where nothing is stored.
func (p *pass) absent() {
	before, now := p.fromKey.Read(p.fromWire, nil), p.toKey.Read(p.toWire, nil)
	if before.Err != nil || now.Err == nil || len(p.toKey.Params) > 0 || len(p.fromKey.Params) > 0 {
		return
	}
	p.report(p.rule(missingValueRefused, rollingMissingRefused), finding{
		key: p.pair.new.Wire(), new: p.pair.new.Span, old: p.pair.old.Span, before: describe(p.pair.old),
		text: fmt.Sprintf("where nothing is stored, the %s code goes on, and the %s code has an error: %v", p.from.name, p.to.name, now.Err),
		how:  dependent, cure: p.cure(presenceChanged),
		counters: p.absentees(),
	})
}

// absence says what a reader makes of a key that it doesn't find.
func absence(r reading.Result) string {
	switch r.Presence {
	case reading.Unset:
		return "it reads the key as not set"
	case reading.Defaulted:
		return "it reads the default, " + reading.Text(r.Value)
	}
	return r.Err.Error()
}

// rule is the one of a pair of rules that is about this direction.
func (p *pass) rule(stored, rolling diag.Rule) diag.Rule {
	if p.rolling {
		return rolling
	}
	return stored
}

// place is a part of a key's values.
type place struct {
	path     string
	wrap     func(any) any // makes a value of the key out of one of the part
	root     *schema.Named // the object of which the part is one, for counting; nil: the key's value
	parts    parts         // finds them in the root
	raw      bool          // whether they are not in the encoding of the key's type
	limit    bool          // whether only constraints of the part itself count
	always   bool          // whether each value of the key has the part
	new, old diag.Span
	before   string
}

// whole is the place of the key's values as they are stored.
func (at place) whole() place {
	at.wrap, at.raw = func(v any) any { return v }, true
	return at
}

// inside is a part of a part. Wrap puts its value into one of the part around it.
func (at place) inside(step string, always bool, wrap func(any) any, inner parts) place {
	outer := at.wrap
	at.parts = at.parts.then(inner)
	at.path, at.always = strings.TrimPrefix(at.path+step, ", "), at.always && always
	at.wrap = func(v any) any { return outer(wrap(v)) }
	return at
}

// walk compares two forms part by part.
func (p *pass) walk(from, to form, at place) {
	switch {
	case newEquality().form(from, to):
	case from.typ.Kind != to.typ.Kind:
		p.probeForms(typeChanged, from, to, at, p.maker.values(from, to, depth))
	case from.typ.Kind == schema.List:
		limit := at
		limit.limit = true
		p.probeForms(constraintChanged, from, to, limit, p.maker.lists(from, to))
		p.walk(from.elem(), to.elem(), at.inside(", each item", p.fills(from), func(v any) any { return p.maker.listWith(from, v) }, items))
	case from.typ.Kind == schema.Map:
		p.walk(from.elem(), to.elem(), at.inside(", each value", false, func(v any) any { return map[string]any{"a": v} }, mapped))
	case from.typ.Kind == schema.Object:
		p.objects(from, to, at)
	case from.typ.Kind == schema.Enum:
		p.probeForms(valuesChanged, from, to, at.named(p, from.typ.Named, to.typ.Named), p.maker.values(from, to, depth))
		if !p.rolling {
			p.words(from, to, at.named(p, from.typ.Named, to.typ.Named))
		}
	case from.typ.Kind == schema.Go:
		p.goTypes(from, to, at)
	default:
		p.probeForms(constraintChanged, from, to, at, p.maker.values(from, to, depth))
	}
}

// fills reports whether every value of a list type has items.
func (p *pass) fills(list form) bool { return list.MinItems != nil && list.MinItems.N > 0 }

// named makes a type's declaration the place of what is found in it.
func (at place) named(p *pass, from, to *schema.Named) place {
	if p.rolling {
		from, to = to, from
	}
	at.old, at.new, at.before = from.Span, to.Span, describeNamed(from)
	if at.path == "" {
		at.path = "type " + to.Name
	}
	return at
}

// objects compares fields. Two types are compared once, for the first key that has
// them, unless that key is special.
func (p *pass) objects(from, to form, at place) {
	id := walk{from.typ.Named, to.typ.Named, p.rolling, nil}
	if len(p.toKey.Older()) > 0 {
		id.key = p.toKey
	}
	if done := p.walked[id]; done != nil {
		done.repeat(p)
		return
	}
	done, start := &walked{}, len(p.reported)
	p.walked[id] = done
	p.fields(from, to, at)
	done.found, done.tooLarge = once(p.reported[start:]), p.maker.tooLarge
	p.reported = append(p.reported[:start], done.found...)
	if p.unstorable {
		p.again = append(p.again, id)
	}
}

// walked is what came of a walk.
type walked struct {
	found    []*finding
	tooLarge bool
}

// once leaves out what was reported before.
func once(list []*finding) []*finding {
	var kept []*finding
	known := map[*finding]bool{}
	for _, f := range list {
		if !known[f] {
			known[f] = true
			kept = append(kept, f)
		}
	}
	return kept
}

// repeat says of another key what was found.
func (w *walked) repeat(p *pass) {
	for _, f := range w.found {
		f.concerns(p.pair.new.Wire())
	}
	p.reported = append(p.reported, w.found...)
	p.maker.tooLarge = p.maker.tooLarge || w.tooLarge
}

// walk is a comparison of two objects in one direction.
type walk struct {
	from, to *schema.Named
	rolling  bool
	key      *reading.Key // if it is one that converts; nil: any
}

// fields compares the fields of two objects.
func (p *pass) fields(from, to form, at place) {
	at = at.named(p, from.typ.Named, to.typ.Named)
	at.root, at.parts = from.typ.Named, itself
	for _, f := range to.typ.Named.Fields {
		if counterpart(from.typ.Named, f) == nil && !f.Optional {
			inner := at
			inner.path, inner.parts = at.path+", field "+f.Name, lacking(append(plan.FieldMoves(f).Names, f.Name), orNil(p.maker.base(from, to)))
			if !p.rolling {
				inner.new = f.Span
			} else {
				inner.old, inner.before = f.Span, f.Name+" "+f.Type.String()
			}
			p.probeForms(fieldMissing, from, to, inner, []any{orNil(p.maker.base(from, to))})
		}
	}
	for _, f := range from.typ.Named.Fields {
		if g := counterpart(to.typ.Named, f); g != nil {
			p.field(from, to, f, g, at)
		} else if !p.rolling {
			p.fieldRemoved(from, f, at)
		}
	}
}

// counterpart is the field of another object that stands for f, by one name or another.
func counterpart(other *schema.Named, f *schema.Field) *schema.Field {
	for _, name := range append([]string{f.Name}, f.RenamedFrom...) {
		if g := fieldNamed(other.Fields, name); g != nil {
			return g
		}
	}
	for _, g := range other.Fields {
		for _, name := range g.RenamedFrom {
			if name == f.Name {
				return g
			}
		}
	}
	return nil
}

func (p *pass) field(from, to form, f, g *schema.Field, at place) {
	inner := at.inside(", field "+f.Name, !f.Optional, func(v any) any { return withField(p.maker.base(from, to), f.Name, v) }, fieldOf(f.Name))
	inner.new, inner.old, inner.before = g.Span, f.Span, describeField(f)
	if p.rolling {
		inner.new, inner.old, inner.before = f.Span, g.Span, describeField(g)
	}
	outer := inner
	outer.wrap, outer.always, outer.parts = at.wrap, at.always, at.parts
	if !p.rolling {
		p.fieldNames(from, to, f, g, outer)
	}
	if f.Optional && !g.Optional {
		without := withoutField(p.maker.base(from, to), f.Name)
		none := outer
		none.parts = at.parts.then(lacking(append(plan.FieldMoves(f).Names, append(plan.FieldMoves(g).Names, f.Name, g.Name)...), without))
		p.probeForms(presenceChanged, from, to, none, []any{without})
	}
	alone := outer
	alone.parts = at.parts.then(p.maker.alone(from, to, f.Name, f.Name))
	if f.Name != g.Name {
		before := len(p.found)
		p.probeForms(fieldRenamed, from, to, alone, []any{withField(p.maker.base(from, to), f.Name, p.maker.sample(fieldForm(f), fieldForm(g), depth))})
		if len(p.found) > before {
			return
		}
	}
	if len(g.Was) > 0 {
		var tried []any
		for _, v := range p.maker.values(fieldForm(f), fieldForm(g), depth) {
			tried = append(tried, withField(p.maker.base(from, to), f.Name, v))
		}
		p.probeForms(typeChanged, from, to, alone, tried)
		return
	}
	p.walk(fieldForm(f), fieldForm(g), inner)
}

// fieldRemoved reports a field that the new code no longer reads.
func (p *pass) fieldRemoved(from form, f *schema.Field, at place) {
	value := at.wrap(withField(p.maker.base(from, from), f.Name, p.maker.sample(fieldForm(f), fieldForm(f), depth)))
	p.report(storedValueLost, finding{
		key: p.pair.new.Wire(), path: at.path + ", field " + f.Name, new: at.new, old: f.Span, before: describeField(f),
		text:     fmt.Sprintf("the field is gone, and the new code does not read it in what the old code stores: %s", shown(value)),
		how:      extentOf(at.always && !f.Optional, true),
		cure:     "if the field has a new name, list " + diag.Quote(f.Name) + " under renamed_from there; else accept this in the baseline",
		counters: p.losses(f, at),
	})
}

// goTypes reports a Go type that is another one: what it reads is not known.
func (p *pass) goTypes(from, to form, at place) {
	if from.typ.Go == to.typ.Go || p.rolling {
		return
	}
	p.report(goTypeChanged, finding{
		key: p.pair.new.Wire(), path: at.path, new: at.new, old: at.old, before: from.typ.String(),
		text: fmt.Sprintf("the Go type %s became %s; stategen can't see what either reads", from.typ, to.typ),
		cure: "keep the JSON form of the type, and test that it reads what the old one wrote",
	})
}
