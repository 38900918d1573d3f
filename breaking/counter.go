package breaking

import (
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

// counter tells which stored values a finding concerns.
type counter struct {
	pair pair
	// Of takes whole values of the pair; part takes objects of the type root, inside of
	// values of whichever key has the finding; absent takes states.
	of     func(*holding) effect
	root   *schema.Named
	part   func(any) effect
	absent func(map[string]any) bool
	quiet  bool // what it counts is not seen by reading whole values
}

// parts finds the parts of a value that are at one place.
type parts func(v any, yield func(any))

func itself(v any, yield func(any)) { yield(v) }

// then finds parts of the parts.
func (p parts) then(inner parts) parts {
	return func(v any, yield func(any)) {
		p(v, func(part any) { inner(part, yield) })
	}
}

func items(v any, yield func(any)) {
	list, _ := v.([]any)
	for _, item := range list {
		yield(item)
	}
}

func mapped(v any, yield func(any)) {
	values, _ := v.(map[string]any)
	for _, item := range values {
		yield(item)
	}
}

func fieldOf(name string) parts {
	return func(v any, yield func(any)) {
		if object, ok := v.(map[string]any); ok && object[name] != nil {
			yield(object[name])
		}
	}
}

func only(word string) parts {
	return func(v any, yield func(any)) {
		if v == word {
			yield(v)
		}
	}
}

// lacking finds objects that have none of the fields, and yields another one in their
// place, of which nothing else is wrong.
func lacking(names []string, sound any) parts {
	return func(v any, yield func(any)) {
		object, ok := v.(map[string]any)
		for _, name := range names {
			ok = ok && object[name] == nil
		}
		if ok {
			yield(sound)
		}
	}
}

// alone finds a field, and yields it in an object of which nothing else is wrong.
func (m *maker) alone(from, to form, name, as string) parts {
	return fieldOf(name).then(func(v any, yield func(any)) {
		sound, ok := withoutField(m.base(from, to), as).(map[string]any)
		if ok {
			yield(withField(sound, name, v))
		}
	})
}

// counts makes the counter of a probe: the parts at its place are read as its
// witnesses were.
func (p *pass) counts(from, to reader, at place) []counter {
	if p.rolling {
		return nil
	}
	judge := func(v any) effect {
		worst := same
		at.parts(v, func(part any) {
			before := from.ReadValue(part)
			if before.Err != nil {
				return
			}
			if e := storedEffect(before, to.ReadValue(part)); e == constrained || !at.limit {
				worst = min(worst, e)
			}
		})
		return worst
	}
	return []counter{at.counter(p, judge)}
}

// counter is a counter of the parts at a place.
func (at place) counter(p *pass, judge func(any) effect) counter {
	if at.root != nil {
		return counter{pair: p.pair, root: at.root, part: judge}
	}
	return counter{pair: p.pair, of: func(h *holding) effect {
		if at.raw {
			return judge(h.value)
		}
		return judge(plainly(p.fromKey, h.value))
	}}
}

// wholes is the counter of whole values that are stored under one of the old names:
// alias, or if it is empty the key itself.
func (p *pass) wholes(alias string) []counter {
	if p.rolling {
		return nil
	}
	return []counter{{pair: p.pair, of: func(h *holding) effect {
		if h.alias != alias {
			return same
		}
		return h.effect
	}}}
}

// absentees is the counter of states, for a pair of single keys.
func absentees(p pair, is func(before, now reading.Result) bool) []counter {
	if len(p.new.Params) > 0 || p.old != nil && len(p.old.Params) > 0 {
		return nil
	}
	return []counter{{pair: p, absent: func(state map[string]any) bool {
		before := reading.Result{}
		if p.old != nil {
			before = p.old.Read(p.old.Wire(), state)
		}
		return is(before, p.new.Read(p.new.Wire(), state))
	}}}
}

// olds is the counter of values in a form that the old code reads as an older one.
func (p *pass) olds(o plan.Older, sameType bool) []counter {
	alias := ""
	if o.Name > 0 {
		alias = p.fromKey.OtherNames()[o.Name-1]
	}
	return []counter{{pair: p.pair, quiet: true, of: func(h *holding) effect {
		if h.alias != alias || p.fromKey.Value.ReadValue(h.value).Err == nil || h.before.ByHand || h.before.Presence != reading.Stored {
			return same
		}
		if h.effect > altered && sameType && !h.now.ByHand && !reading.Same(h.before.Value, h.now.Value) {
			return altered
		}
		return h.effect
	}}}
}

// absentees is the counter of states in which only the old code does without a value.
func (p *pass) absentees() []counter {
	if p.rolling {
		return nil
	}
	return absentees(p.pair, func(before, now reading.Result) bool {
		return before.Err == nil && before.Presence != reading.Stored && now.Err != nil
	})
}

// losses is the counter of objects with a field that nobody reads any more.
func (p *pass) losses(f *schema.Field, at place) []counter {
	names := append(plan.FieldMoves(f).Names, f.Name)
	one := at.counter(p, func(v any) effect {
		worst := same
		for _, name := range names {
			at.parts.then(fieldOf(name))(v, func(any) { worst = dropped })
		}
		return worst
	})
	one.quiet = true
	return []counter{one}
}
