package breaking

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

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
	text := fmt.Sprintf(notLookedFor,
		p.from.name, shown(stored), diag.Quote(p.fromWire), p.to.name, absence(got))
	cure := fmt.Sprintf(cureByOldName, diag.Quote(p.fromWire))
	if p.rolling {
		switch {
		case p.pair.old.Scope != p.pair.new.Scope:
			cure = p.beside(p.pair.old.Key, p.pair.new.Key)
		case len(p.joined(p.pair.new)) > 1:
			cure = fmt.Sprintf(cureOfSeveral, "keys")
		case p.convertsOther() != nil:
			cure = p.cureOfReturn()
		default:
			cure = p.renaming()
		}
		if p.pair.old.Merge != schema.MergeLast {
			text += split
		}
	}
	p.report(p.rule(storedValueLost, rollingValueLost), finding{
		before: p.pair.old.Wire(),
		text:   text, how: extentOf(true, got.Err == nil), cure: cure,
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
		stored := stored
		if v := p.byHand(i + 1); v != nil {
			stored = v
		}
		got := p.toKey.Read(p.toWire, map[string]any{name: stored})
		before := p.fromKey.Read(p.fromWire, map[string]any{name: stored})
		switch isKnown := slices.Contains(known, name); {
		case before.Presence != reading.Stored || before.Err != nil || isKnown && before.ByHand:
		case isKnown:
			p.alias(name, stored, got)
		default:
			p.report(storedValueLost, finding{
				before: fmt.Sprintf(alsoReadAs, diag.Quote(name)),
				text:   fmt.Sprintf(aliasLost, diag.Quote(name), shown(stored), absence(got)),
				how:    extentOf(false, got.Err == nil),
				cure:   fmt.Sprintf(cureOfAlias, diag.Quote(name)),
			})
		}
	}
}

// alias reports a value under an older name that both sides know, if only there it
// is refused or becomes another: that name has another form now. Under the name that
// a key is to have, only a later release has stored any.
func (p *pass) alias(name string, stored any, got reading.Result) {
	before, here := p.fromKey.Read(p.fromWire, map[string]any{name: stored}), p.toKey.Read(p.toWire, p.state(stored))
	f := finding{
		before: fmt.Sprintf(alsoReadAs, diag.Quote(name)),
		cure:   fmt.Sprintf(cureOfOtherForm, diag.Quote(name)),
	}
	switch {
	case here.Err != nil || here.ByHand:
	case !got.ByHand && got.Err != nil:
		f.text, f.how = fmt.Sprintf(aliasRefused, diag.Quote(name), shown(stored), got.Err), dependent
		p.report(storedValueRefused, f)
	case name != p.fromKey.RenamedTo && !before.Converted && isOther(&p.toKey.Value, here, got):
		f.text, f.how = fmt.Sprintf(aliasConverted, diag.Quote(name), shown(stored)), silentlySet
		p.report(storedValueChanged, f)
	}
}

// byHand is a value that a function converts which is stored under another name; nil: there
// is none.
func (p *pass) byHand(name int) any {
	for _, o := range p.fromKey.Older() {
		if o.Name != name || o.Convert != schema.ConvertGo {
			continue
		}
		v := p.maker.sample(form{typ: o.Type}, form{typ: o.Type}, depth)
		if v != nil && o.Encoding == schema.JSONString {
			v = jsonText(v)
		}
		return v
	}
	return nil
}

// olderForms looks for values in a form that only the side that stores still reads.
func (p *pass) olderForms() {
	names, sameType := p.fromKey.Names(p.fromWire), form{typ: p.fromKey.Type}.equal(form{typ: p.toKey.Type})
	for _, o := range p.fromKey.Older() {
		for _, v := range p.maker.values(form{typ: o.Type}, p.olderTarget(o), depth) {
			if o.Encoding == schema.JSONString {
				v = jsonText(v)
			}
			state := map[string]any{names[o.Name]: v}
			before, now := p.fromKey.Read(p.fromWire, state), p.toKey.Read(p.toWire, state)
			sameForm := form{typ: o.Type}.equal(form{typ: p.toKey.Type})
			isOwn := names[o.Name] == p.toWire && !now.Converted && sameForm // and today's are the other form
			readAgain := !sameType || now.ByHand || reading.Same(before.Value, now.Value)
			switch isFine := now.Err == nil; {
			case isOwn && isFine, before.Presence != reading.Stored && isFine, before.Err != nil, before.ByHand:
				continue
			case effectOf(before, now) > altered && readAgain:
				continue
			}
			p.report(storedValueRefused, finding{
				key: p.pair.new.Wire(), new: p.pair.new.Span, old: o.Span, before: fmt.Sprintf(alsoReadAs, o.Type),
				text: fmt.Sprintf(formForgotten, shown(v)),
				how:  dependent, cure: cureOfForm,
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
	if before.Err != nil || now.Err == nil || len(p.toKey.Params) != len(p.fromKey.Params) {
		return
	}
	p.report(p.rule(missingValueRefused, rollingMissingRefused), finding{
		text: fmt.Sprintf(errorWhereUnset, p.from.name, p.to.name, now.Err),
		how:  dependent, cure: p.cure(presenceChanged, place{}),
	})
}

// untried says so if values of a type that has changed are too large to be made.
func (p *pass) untried() {
	if p.maker.tooLarge && !formOf(p.fromKey.Key).equal(formOf(p.toKey.Key)) {
		p.report(p.rule(storedValueRefused, rollingValueRefused), finding{
			text: untried, how: dependent,
			cure: p.cure(typeChanged, place{}),
		})
	}
}
