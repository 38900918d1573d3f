package breaking

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// run compares the values of a key, and what is read where there are none.
func (p *pass) run() {
	p.walked, p.maker.tooLarge = map[[2]*schema.Named]bool{}, false
	at := place{always: true, wrap: p.encode, new: p.pair.new.Span, old: p.pair.old.Span, before: declaration(p.pair.old.Key)}
	from, to := formOf(p.fromKey.Key), formOf(p.toKey.Key)
	switch {
	case p.isLost():
	case p.fromKey.Encoding != p.toKey.Encoding, from.typ.Kind != to.typ.Kind && len(p.toKey.Older()) > 0:
		at.wrap = func(v any) any { return v }
		p.probe(typeChanged, &keyReader{p.fromKey, p.fromWire, p.fromWire}, &keyReader{p.toKey, p.toWire, p.fromWire}, at, p.maker.encoded(p.fromKey, p.toKey))
	default:
		p.walk(from, to, at)
	}
	if !p.rolling {
		p.aliases()
		p.olderForms()
	}
	p.returns()
	p.absent()
	p.untried()
}

// walk compares two forms part by part.
func (p *pass) walk(from, to form, at place) {
	switch {
	case from.equal(to):
	case from.typ.Kind != to.typ.Kind:
		p.probeForms(typeChanged, from, to, at, p.maker.values(from, to, depth))
	case from.typ.Kind == schema.List:
		p.probeForms(constraintChanged, from, from.within(to.Constraints), at, p.maker.lists(from, to))
		p.walk(from.elem(), to.elem(), at.inside(", each item", p.fills(from), func(v any) any { return p.maker.listWith(from, v) }))
	case from.typ.Kind == schema.Map:
		p.walk(from.elem(), to.elem(), at.inside(", each value", false, func(v any) any { return map[string]any{"a": v} }))
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

// objects compares two types once for each key.
func (p *pass) objects(from, to form, at place) {
	if id := [2]*schema.Named{from.typ.Named, to.typ.Named}; !p.walked[id] {
		p.walked[id] = true
		p.fields(from, to, at)
	}
}

// fields compares the fields of two objects.
func (p *pass) fields(from, to form, at place) {
	at = at.named(p, from.typ.Named, to.typ.Named)
	at.inObject = true
	for _, f := range to.typ.Named.Fields {
		if !f.Optional && !stands(from.typ.Named, to.typ.Named, f) {
			inner := at
			inner.path = at.field(f)
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
	if !p.rolling {
		for _, g := range to.typ.Named.Fields {
			p.displacedFields(from, g, at)
		}
	}
}

func (p *pass) field(from, to form, f, g *schema.Field, at place) {
	inner := at.inside(", field "+f.Name, !f.Optional, func(v any) any { return withField(p.maker.base(from, to), f.Name, v) })
	inner.new, inner.old, inner.before = g.Span, f.Span, describeField(f)
	if p.rolling {
		inner.new, inner.old, inner.before = f.Span, g.Span, describeField(g)
	}
	outer := inner
	outer.wrap, outer.always = at.wrap, at.always
	if !p.rolling {
		p.fieldNames(from, to, f, g, outer)
	}
	if f.Optional && !g.Optional {
		without := withoutField(p.maker.base(from, to), f.Name)
		none := outer
		none.always = false
		p.probeForms(presenceChanged, from, to, none, []any{without})
	}
	alone := outer
	alone.always = inner.always
	whole := alone
	alone.wrap = func(v any) any { return inner.wrap(v.(map[string]any)[f.Name]) }
	if f.Name != g.Name {
		before := len(p.found)
		p.probeForms(fieldRenamed, from.only(f), to.only(g), alone, []any{map[string]any{f.Name: p.maker.sample(fieldForm(f), fieldForm(g), depth)}})
		if len(p.found) > before {
			switch {
			case p.rolling && len(joinedFields(to.typ.Named, f)) > 1:
				p.found[before].cure = fmt.Sprintf(cureOfSeveral, "fields")
			case p.rolling && p.convertsField(f, g) != nil:
				p.found[before].cure = p.cureOfField(f, g)
			}
			return
		}
		p.fieldReturns(from, to, f, g, whole)
	}
	if len(g.Was) > 0 {
		tried := each(p.maker.values(fieldForm(f), fieldForm(g), depth), func(v any) any { return map[string]any{f.Name: v} })
		p.probeForms(typeChanged, from.only(f), to.only(g), alone, tried)
		return
	}
	p.walk(fieldForm(f), fieldForm(g), inner)
}

// fieldRemoved reports a field that the new code no longer reads.
func (p *pass) fieldRemoved(from form, f *schema.Field, at place) {
	value := at.wrap(withField(p.maker.base(from, from), f.Name, p.maker.sample(fieldForm(f), fieldForm(f), depth)))
	p.report(storedValueLost, finding{
		path: at.field(f), new: at.new, old: f.Span, before: describeField(f),
		text: fmt.Sprintf(fieldGone, shown(value)),
		how:  extentOf(at.always && !f.Optional, true),
		cure: fmt.Sprintf(cureOfGoneField, diag.Quote(f.Name)),
	})
}

// goTypes reports a Go type that is another one: what it reads is not known.
func (p *pass) goTypes(from, to form, at place) {
	if from.typ.Go == to.typ.Go || p.rolling {
		return
	}
	p.report(goTypeChanged, finding{
		path: at.path, new: at.new, old: at.old, before: from.typ.String(),
		text: fmt.Sprintf(otherGoType, from.typ, to.typ),
		cure: cureOfGoType,
	})
}

// place is a part of a key's values.
type place struct {
	path     string
	wrap     func(any) any // makes a value of the key out of one of the part
	inObject bool
	always   bool // whether each value of the key has the part
	new, old diag.Span
	before   string
}

// inside is a part of a part. Wrap puts its value into one of the part around it.
func (at place) inside(step string, always bool, wrap func(any) any) place {
	outer := at.wrap
	at.path, at.always = strings.TrimPrefix(at.path+step, ", "), at.always && always
	at.wrap = func(v any) any { return outer(wrap(v)) }
	return at
}

// field is where a field of an object at the place is.
func (at place) field(f *schema.Field) string { return at.path + ", field " + f.Name }
