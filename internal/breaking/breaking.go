package breaking

import (
	"fmt"
	"path"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Compare returns what a change of a schema breaks, sorted, at the levels that the
// new schema sets. Findings are in the new schema where there is a place for them,
// with the place in the old one beside it; the files of the two must have different
// names if their texts differ. Both schemas must be sound.
func Compare(old, today *schema.Schema) diag.List {
	c := newComparison(old, today)
	c.compare()
	return today.Check.Apply(c.diagnostics()).Sort()
}

func (c *comparison) compare() {
	c.match()
	for _, p := range c.pairs {
		c.at = p
		switch {
		case p.old == nil:
			c.added(p.new)
		case p.new == nil:
			c.removed(p.old)
		default:
			c.key(p)
		}
	}
	c.at = pair{}
	c.foreign()
}

// match finds for each key what it is in the other schema: what has its name, what
// says that it was renamed, or a family and a single key that stand for each other.
func (c *comparison) match() {
	matched := map[*reading.Key]bool{}
	add := func(old, today *reading.Key) {
		matched[old], matched[today] = true, true
		c.pairs = append(c.pairs, pair{old, today})
	}
	olds := index(c.old.read)
	for _, k := range c.new.read.Keys {
		if old := olds[shape(k)]; old != nil {
			add(old, k)
		}
	}
	moved := map[string]*reading.Key{} // by what an old key is to be called
	for _, old := range c.old.read.Keys {
		if old.RenamedTo != "" && !matched[old] {
			moved[shapeOf(old, old.RenamedTo)] = old
		}
	}
	for _, k := range c.new.read.Keys {
		candidates := []*reading.Key{moved[shape(k)]}
		if k.RenamedTo != "" { // a release that is taken back
			candidates = append(candidates, olds[shapeOf(k, k.RenamedTo)])
		}
		for _, name := range olderNames(k) {
			candidates = append(candidates, olds[shapeOf(k, name)])
		}
		for _, old := range candidates {
			if old != nil && !matched[old] && !matched[k] {
				add(old, k)
			}
		}
	}
	c.unmatched(matched)
}

// unmatched pairs what is left with nothing, with the family that it belongs to, or
// with the key that it becomes a part of.
func (c *comparison) unmatched(matched map[*reading.Key]bool) {
	joined := joints(c.new.read)
	for _, k := range c.old.read.Keys {
		if matched[k] {
			continue
		}
		today := captor(k, c.new.read)
		if today == nil {
			today = joined[shape(k)]
		}
		c.pairs = append(c.pairs, pair{old: k, new: today})
	}
	for _, k := range c.new.read.Keys {
		if !matched[k] {
			c.pairs = append(c.pairs, pair{old: captor(k, c.old.read), new: k})
		}
	}
}

// key compares a key with what it was.
func (c *comparison) key(p pair) {
	c.sensitive(p)
	c.scope(p)
	before := len(c.reported)
	defer func() { c.clients(p, c.reported[before:]) }()
	if p.new.Scope == runtime.ScopeTemp && p.old.Scope == runtime.ScopeTemp || unchanged(p) {
		return // no service keeps temp keys
	}
	oldWire, newWire := p.wires()
	stored := &pass{comparison: c, pair: p, from: c.old, to: c.new, fromKey: p.old, toKey: p.new, fromWire: oldWire, toWire: newWire}
	rolling := &pass{comparison: c, pair: p, from: c.new, to: c.old, fromKey: p.new, toKey: p.old, fromWire: newWire, toWire: oldWire, rolling: true}
	for _, pass := range []*pass{stored, rolling} {
		pass.run()
	}
	c.membership(p, c.reported[before:])
	c.displaced(p, oldWire)
	c.defaults(p, oldWire, newWire)
	c.merges(p)
}

// foreign looks for keys that one of two programs takes for its own, and the
// other for somebody else's.
func (c *comparison) foreign() {
	for _, k := range c.new.read.Keys {
		if len(k.Params) > 0 {
			continue
		}
		if pattern := matching(c.old.Foreign, k.Wire()); pattern != "" && c.old.read.Key(k.Wire()) == nil {
			c.report(foreignKeyDeclared, finding{
				key: k.Wire(), new: k.Span, text: fmt.Sprintf(wasForeign, diag.Quote(pattern)),
				cure: cureOfForeign,
			})
		}
		if pattern := matching(c.new.Foreign, k.Wire()); pattern != "" && matching(c.old.Foreign, k.Wire()) == "" {
			c.report(foreignKeyDeclared, finding{
				key: k.Wire(), new: k.Span, text: fmt.Sprintf(nowForeign, diag.Quote(pattern)),
				cure: cureOfPattern,
			})
		}
	}
}

func matching(patterns []string, wire string) string {
	for _, pattern := range patterns {
		if ok, err := path.Match(pattern, wire); ok && err == nil {
			return pattern
		}
	}
	return ""
}

func (c *comparison) diagnostics() diag.List {
	var list diag.List
	for _, f := range c.found {
		list = append(list, c.diagnostic(f))
	}
	return list
}

func (c *comparison) diagnostic(f *finding) diag.Diagnostic {
	d := diag.New(f.rule, f.new, "%s", f.message()).WithHint("%s", f.cure)
	d.Args = f.args()
	if d.Span.IsZero() || d.Span.File == "" {
		d.Span = diag.Span{File: c.new.File}
	}
	if f.old.File != "" {
		what := "before"
		if f.before != "" {
			what = "before: " + f.before
		}
		d.Related = append(d.Related, diag.Related{Span: f.old, Message: what})
	}
	return d
}

// Due returns the keys whose rename can take its second step: the old schema has
// the same renamed_to, so that code which knows both names has been released.
func Due(old, today *schema.Schema) []*schema.Key {
	announced := map[string]string{}
	for _, k := range old.Keys {
		announced[k.Wire()] = k.RenamedTo
	}
	var due []*schema.Key
	for _, k := range today.Keys {
		if k.RenamedTo != "" && announced[k.Wire()] == k.RenamedTo {
			due = append(due, k)
		}
	}
	return due
}
