package breaking

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/internal/reading"
)

// probeForms tries values of a part of a key.
func (p *pass) probeForms(change change, from, to form, at place, tried []any) {
	p.probe(change, p.from.read.Value(from.typ, from.Constraints), p.to.read.Value(to.typ, to.Constraints), at, tried)
}

// probe tries values that the one side may store, and reports the gravest of what
// the other side makes of them.
func (p *pass) probe(change change, from, to reader, at place, tried []any) {
	worst, effects := same, map[effect]bool{}
	var witness any
	var got reading.Result
	for _, v := range tried {
		if !from.Stores(v) {
			continue
		}
		now := to.ReadValue(v)
		e := effectOf(from.ReadValue(v), now)
		if e != same && len(p.toKey.Older()) > 0 && !p.isAffected(at.wrap(v)) {
			e = same // was has it
		}
		effects[e] = true
		if e < worst && p.wanted(p.effectRule(e)) {
			worst, witness, got = e, v, now
		}
	}
	if worst == same {
		return
	}
	whole := at.wrap(witness)
	if !p.fromKey.Stores(whole) {
		return // such as an item of a list that may have none
	}
	if !p.isAffected(whole) {
		p.unverified = append(p.unverified, fmt.Sprintf("%s %s: %s", p.pair.new.Wire(), at.path, shown(whole)))
		return
	}
	p.witnesses = append(p.witnesses, shownState{p.state(whole), p.rolling})
	p.report(p.effectRule(worst), finding{
		path: at.path, new: at.new, old: at.old, before: at.before,
		text: p.says(worst, whole, got), how: extentOf(at.always && len(effects) == 1, worst == altered || worst == dropped), cure: p.cure(change, at),
	})
}

// isAffected reports whether generated code refuses a stored value or reads it as another.
func (p *pass) isAffected(stored any) bool {
	before := p.fromKey.Read(p.fromWire, p.state(stored))
	now := p.toKey.Read(p.toWire, p.state(stored))
	return before.Refused() == nil && effectOf(before, now) != same
}

func (p *pass) says(e effect, stored any, got reading.Result) string {
	text, why := refusedOnLoad, ""
	switch e {
	case refused:
		text, why = refusedBy, got.Err.Error()
	case dropped:
		text, why = notTaken, absence(got)
	case altered:
		text, why = readAsOther, reading.Text(got.Value)
	default:
		why = strings.ReplaceAll(got.Invalid.Error(), "\n", "; ")
	}
	return fmt.Sprintf(text, p.from.name, shown(stored), p.to.name, why)
}

// effect is what becomes of a stored value on the other side, the gravest first.
type effect int

const (
	refused effect = iota
	dropped        // read as not set
	altered
	constrained // read by getters, but not by Load
	same
)

func effectOf(before, now reading.Result) effect {
	switch {
	case now.ByHand:
		return same // for the program's own tests
	case now.Err != nil:
		return refused
	case now.Presence != reading.Stored:
		return dropped
	case !now.Converted && !before.Converted && !reading.Same(before.Value, now.Value):
		return altered
	case now.Invalid != nil:
		return constrained
	}
	return same
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
