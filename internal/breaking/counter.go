package breaking

import (
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

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

// forgotten is wholes for a name that the new code doesn't know, whatever converts what is
// under it.
func (p *pass) forgotten(alias string) []counter {
	all := p.wholes(alias)
	for i, of := range all {
		all[i].quiet = true
		all[i].of = func(h *holding) effect {
			if h.alias == alias && h.before.ByHand {
				return dropped
			}
			return of.of(h)
		}
	}
	return all
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
		today := p.fromKey.Value.ReadValue(h.value)
		isToday := today.Err == nil && !h.before.Converted && reading.Same(today.Value, h.before.Value)
		if h.alias != alias || isToday || h.before.ByHand || h.before.Presence != reading.Stored {
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
