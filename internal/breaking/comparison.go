package breaking

import (
	"slices"
	"strings"

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
	c.shared[at], c.reported = &f, append(c.reported, &f)
	c.found = append(c.found, &f)
}

// wanted reports whether a rule is not switched off: then a lesser effect is
// reported in place of a graver one.
func (c *comparison) wanted(r diag.Rule) bool { return c.new.Check.Rules[r.ID].Level != "off" }

// pair is a key in both schemas; nil: it isn't in one of them.
type pair struct{ old, new *reading.Key }

// wires are a key of a state that stands for a declaration, by the name that each
// side stores it under. A family is represented by one of its keys.
func (p pair) wires() (old, today string) {
	switch {
	case len(p.old.Params) == 0 && len(p.new.Params) == 0:
		return p.old.Wire(), p.new.Wire()
	case len(p.old.Params) == 0:
		return p.old.Wire(), p.old.Wire()
	case len(p.new.Params) == 0:
		return p.new.Wire(), p.new.Wire()
	}
	return member(p.old), member(p.new)
}

// wire is what findings call the pair.
func (p pair) wire() string {
	if p.new == nil {
		return p.old.Wire()
	}
	return p.new.Wire()
}

// member is a key of a family.
func member(k *reading.Key) string {
	var text string
	for i, literal := range k.Literals() {
		if i > 0 {
			text += "1"
		}
		text += literal
	}
	return text
}

// index is the keys of a schema by shape.
func index(s *reading.Schema) map[string]*reading.Key {
	keys := map[string]*reading.Key{}
	for _, k := range s.Keys {
		keys[shape(k)] = k
	}
	return keys
}

// shape is a key's name, or of a family the texts around its parameters, whatever
// these are called.
func shape(k *reading.Key) string { return shapeOf(k, k.Wire()) }

// shapeOf is the shape of another name of a key.
func shapeOf(k *reading.Key, name string) string {
	for _, p := range k.Params {
		name = strings.Replace(name, "{"+p.Name+"}", "{}", 1)
	}
	return name
}

// olderNames are the names that a key says it had.
func olderNames(k *reading.Key) []string {
	names := slices.Clone(k.RenamedFrom)
	for _, w := range k.Was {
		if w.Key != "" {
			names = append(names, w.Key)
		}
	}
	return names
}

// captor is the family of the other schema that a single key belongs to.
func captor(k *reading.Key, other *reading.Schema) *reading.Key {
	if len(k.Params) > 0 {
		return nil
	}
	return other.Key(k.Wire())
}
