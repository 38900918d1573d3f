package breaking

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

// version is one of the two schemas, with the reading of it.
type version struct {
	*schema.Schema
	read *reading.Schema
	name string // in messages
}

// comparison is a comparison that is under way.
type comparison struct {
	old, new   version
	pairs      []pair
	at         pair // that is being compared
	found      []*finding
	shared     map[sharedPlace]*finding
	reported   []*finding // found, as often as it was reported
	maker      *maker
	isTrial    bool // of a plan: hints are not looked at
	trials     map[string][]*finding
	witnesses  []shownState
	unverified []string // witnesses that reading did not bear out: mistakes of this package
}

func newComparison(old, today *schema.Schema) *comparison {
	return &comparison{
		maker: newMaker(), shared: map[sharedPlace]*finding{}, trials: map[string][]*finding{},
		old: version{old, reading.New(old), "old"},
		new: version{today, reading.New(today), "new"},
	}
}

// shownState is a state that shows a finding; rolling: one that the new code stores.
type shownState struct {
	state   map[string]any
	rolling bool
}

// sharedPlace is a place in a type, which several keys may have.
type sharedPlace struct {
	rule     string
	new, old diag.Span
}

// report notes a finding. What is found in a type that several keys have is said once.
func (c *comparison) report(rule diag.Rule, f finding) {
	f.rule = rule
	f.at(c.at)
	at := sharedPlace{rule.ID, f.new, f.old}
	if other := c.shared[at]; other != nil && f.path != "" && other.path != "" {
		other.concerns(c.at, f.how == always || f.how == silent)
		c.reported = append(c.reported, other)
		return
	}
	f.pairs = []pair{c.at}
	c.shared[at], c.reported = &f, append(c.reported, &f)
	c.found = append(c.found, &f)
}

// wanted reports whether a rule is not switched off: then a lesser effect is
// reported in place of a graver one.
func (c *comparison) wanted(r diag.Rule) bool { return c.new.Check.Rules[r.ID].Level != "off" }
