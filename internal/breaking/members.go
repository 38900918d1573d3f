package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
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
	isOther := !form{typ: p.old.Type}.equal(form{typ: p.new.Type})
	report := func(rule diag.Rule, f finding) {
		axis := strings.TrimSuffix(rule.ID, "changed")
		if !isOther || !slices.ContainsFunc(reported, func(f *finding) bool { return strings.HasPrefix(f.rule.ID, axis) }) {
			c.report(rule, f)
		}
	}
	f := finding{before: p.old.Wire()}
	if len(p.old.Params) == 0 {
		f.cure = fmt.Sprintf(cureOfMember, diag.Quote(p.old.Wire()))
		f.text, f.how = fmt.Sprintf(joinsFamily, diag.Quote(p.old.Wire())), silent
		report(storedValueChanged, f)
		f.text, f.how = fmt.Sprintf(leavesSingle, diag.Quote(p.old.Wire())), silentlySet
	} else {
		f.cure = cureOfSingle
		f.text, f.how = fmt.Sprintf(leavesFamily, diag.Quote(p.old.Wire())), silentlySet
		report(storedValueChanged, f)
		f.text, f.how = fmt.Sprintf(joinsOld, diag.Quote(p.old.Wire())), silent
	}
	report(rollingValueChanged, f)
}

// missingMember reports a required key that sessions of the other side lack.
func (c *comparison) missingMember(p pair) {
	f := finding{how: dependent}
	switch {
	case len(p.new.Params) == 0 && p.new.Required():
		f.text = fmt.Sprintf(noSession, p.new.Read(p.new.Wire(), nil).Err)
		f.cure = optionalOrDefault
		c.report(missingValueRefused, f)
	case len(p.old.Params) == 0 && p.old.Required():
		f.text = fmt.Sprintf(begunWithoutKey, diag.Quote(p.old.Wire()), p.old.Read(p.old.Wire(), nil).Err)
		f.how, f.cure = always, requiredFirst
		c.report(rollingMissingRefused, f)
	}
}
