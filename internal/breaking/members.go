package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
)

// This file is about a single key on one side that is among a family's keys on the
// other.

// membership reports that a key becomes one of a family or ceases to be, unless its type is
// another, and that was reported: each side reads its values, as something else.
func (c *comparison) membership(p pair, reported []*finding) {
	if len(p.old.Params) == len(p.new.Params) {
		return
	}
	c.missingMember(p)
	isOther := !newEquality().types(p.old.Type, p.new.Type)
	report := func(rule diag.Rule, f finding) {
		axis := strings.TrimSuffix(rule.ID, "changed")
		if !isOther || !slices.ContainsFunc(reported, func(f *finding) bool { return strings.HasPrefix(f.rule.ID, axis) }) {
			c.report(rule, f)
		}
	}
	f := finding{key: p.new.Wire(), new: p.new.Span, old: p.old.Span, before: p.old.Wire()}
	f.counters = []counter{{pair: p, quiet: true, of: func(*holding) effect { return altered }}}
	if len(p.old.Params) == 0 {
		f.cure = "list " + diag.Quote(p.old.Wire()) + " under removed, which keeps it out of the family"
		f.text, f.how = fmt.Sprintf("what the old code stores under %s is one of the family for the new code", diag.Quote(p.old.Wire())), silent
		report(storedValueChanged, f)
		f.text, f.how = fmt.Sprintf("what the new code stores under %s as one of the family is the old code's single key", diag.Quote(p.old.Wire())), silentlySet
	} else {
		f.cure = "give the key a name that the family can't have"
		f.text, f.how = fmt.Sprintf("what the old code has stored under this key as one of the family %s is the new code's single key", diag.Quote(p.old.Wire())), silentlySet
		report(storedValueChanged, f)
		f.text, f.how = fmt.Sprintf("what the new code stores under this key is one of the family %s for the old code", diag.Quote(p.old.Wire())), silent
	}
	f.counters = nil
	report(rollingValueChanged, f)
}

// missingMember reports a required key that sessions of the other side lack.
func (c *comparison) missingMember(p pair) {
	f := finding{key: p.new.Wire(), new: p.new.Span, old: p.old.Span, before: describe(p.old), how: dependent}
	switch {
	case len(p.new.Params) == 0 && p.new.Required():
		f.text = "no session need have it, and reading it there is an error: " + p.new.Read(p.new.Wire(), nil).Err.Error()
		f.cure = "make it optional or give it a default, at least until every session has it"
		f.counters = absentees(pair{new: p.new}, func(_, now reading.Result) bool { return runtime.IsMissing(now.Err) })
		c.report(missingValueRefused, f)
	case len(p.old.Params) == 0 && p.old.Required():
		f.text = "the new code begins sessions without " + diag.Quote(p.old.Wire()) + ", and the old code has an error there: " + p.old.Read(p.old.Wire(), nil).Err.Error()
		f.how, f.cure = always, requiredFirst
		c.report(rollingMissingRefused, f)
	}
}
