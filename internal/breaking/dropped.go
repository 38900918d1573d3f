package breaking

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

// This file finds older words of enums, and older names of fields, that the new
// schema no longer knows, or takes for others.

// words tries the older words of an enum.
func (p *pass) words(from, to form, at place) {
	before, now := p.from.read.Value(from.typ, from.Constraints), p.to.read.Value(to.typ, to.Constraints)
	for _, v := range from.typ.Named.Values {
		for _, word := range v.RenamedFrom {
			p.noLonger(word, "the older value", word, before, now, at)
		}
	}
}

// fieldNames tries the older names of a field.
func (p *pass) fieldNames(from, to form, f, g *schema.Field, at place) {
	before, now := p.from.read.Value(from.only(f).typ, from.Constraints), p.to.read.Value(to.only(g).typ, to.Constraints)
	for _, name := range f.RenamedFrom {
		if name == g.Name || slices.Contains(g.RenamedFrom, name) {
			continue
		}
		v := withoutField(p.maker.base(from, to), f.Name)
		if object, ok := v.(map[string]any); ok {
			v = withField(object, name, p.maker.sample(fieldForm(f), fieldForm(g), depth))
			p.noLonger(name, "the older field", v, before, now, at)
		}
	}
}

// noLonger reports an older name if what is stored under it is read no longer as it was.
func (p *pass) noLonger(name, noun string, v any, from, to reader, at place) {
	before, now := from.ReadValue(v), to.ReadValue(v)
	if before.Err != nil || before.ByHand || !p.isAffected(at.wrap(v)) {
		return
	}
	rule, text := storedValueRefused, ""
	switch effectOf(before, now) {
	case refused:
		text = fmt.Sprintf(olderRefused, noun, diag.Quote(name), now.Err)
	case dropped:
		rule, text = storedValueLost, fmt.Sprintf(olderLost, noun, diag.Quote(name))
	case altered:
		rule, text = storedValueChanged, fmt.Sprintf(olderChanged, noun, diag.Quote(name), reading.Text(now.Value))
	default:
		return
	}
	p.report(rule, finding{
		path: at.path, new: at.new, old: at.old, before: fmt.Sprintf(alsoReadAs, diag.Quote(name)),
		text: text, how: extentOf(false, now.Err == nil),
		cure: fmt.Sprintf(cureOfOlder, diag.Quote(name)),
	})
}
