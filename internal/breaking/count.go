package breaking

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Stored is the state of an app, a user or a session, as a database holds it.
type Stored struct {
	Scope  runtime.Scope
	Values map[string]any // in normal form, by the keys with their prefixes; the comparison takes the map over
	// Unreadable are the keys whose values are not valid JSON; "" is that of the whole state.
	Unreadable []string
}

// CompareStored is Compare with the states of a database: that of an app before those of its
// users, and each of these before those of the user's sessions. It counts the stored values of a finding's key
// with which happens what the finding says. A finding that concerns none is no error. No stored value is
// in what it returns. An error of states ends it.
func CompareStored(old, today *schema.Schema, states iter.Seq2[Stored, error]) (diag.List, error) {
	c := newComparison(old, today)
	c.compare()
	t := newTally(c)
	for s, err := range states {
		if err != nil {
			return nil, err
		}
		t.add(s)
	}
	return t.diagnostics().Sort(), nil
}

// counting is what is counted for a finding.
type counting int

const (
	byRule    counting = iota // values with which happens what the rule is about, if it is about stored values
	every                     // all values of the key
	absent                    // states in which neither side finds a value
	uncounted                 // what reading values doesn't show
)

// effectsOf are what happens with stored values, by the rule about it.
var effectsOf = map[string]effect{
	storedValueRefused.ID:  refused,
	storedValueLost.ID:     dropped,
	storedValueChanged.ID:  altered,
	constraintTightened.ID: constrained,
}

// held is what a database holds of what a finding is about.
type held struct {
	counts [concerned + 1]int64 // values by effect
	of     int64                // how many values or owners there are
	unit   string               // what is counted: "value", or of whom the key is missing
	owners [3]int64             // that hold such values, by scope
	last   int64                // the number of the last owner
}

// concerned counts owners without a value, and values of which no effect is known.
const concerned = same + 1

// words say what becomes of stored values.
var words = [...]string{
	refused: "refused", dropped: "no longer found", altered: "silently read as something else", constrained: "refused by Load and setters",
}

func (s *held) add(e effect, scope runtime.Scope, owner int64) {
	s.counts[e]++
	if s.last != owner {
		s.last = owner
		s.owners[scope]++
	}
}

func (s *held) affected() (n int64) {
	for _, count := range s.counts {
		n += count
	}
	return n
}

// value is the unit of values.
const value = "value"

// String says how many values become what, and whose they are.
func (s *held) String() string {
	var parts []string
	of := " of " + diag.Count(s.of, s.unit)
	for e, word := range words {
		if n := s.counts[e]; n > 0 {
			parts = append(parts, diag.Number(n)+of+" "+map[bool]string{true: "is", false: "are"}[n == 1]+" "+word)
			of = ""
		}
	}
	switch {
	case s.unit != value:
		return diag.Number(s.counts[concerned]) + of + " without a value"
	case s.counts[concerned] > 0:
		parts = append(parts, diag.Number(s.counts[concerned])+of)
	}
	var owners []string
	for scope, n := range s.owners {
		if n > 0 {
			owners = append(owners, diag.Count(n, runtime.Scope(scope).String()))
		}
	}
	slices.Reverse(owners)
	return strings.Join(parts, " and ") + ", in " + strings.Join(owners, " and ")
}

// tally counts stored values for the findings of a comparison.
type tally struct {
	*comparison
	pairs  map[*reading.Key][]*pairTally // by the old key
	states [3]map[string]any             // what is stored of the app, the user and the session at hand
	owner  int64
}

// pairTally is what is counted of a pair.
type pairTally struct {
	pair
	settled  bool // no value can be concerned
	values   int64
	findings []*finding
}

func newTally(c *comparison) *tally {
	t := &tally{comparison: c, pairs: map[*reading.Key][]*pairTally{}}
	all := map[pair]*pairTally{}
	for _, p := range c.pairs {
		all[p] = &pairTally{pair: p, settled: p.old != nil && p.new != nil && unchanged(p)}
		t.pairs[p.old] = append(t.pairs[p.old], all[p])
	}
	for _, f := range c.found {
		_, isStored := effectsOf[f.rule.ID]
		if f.count == uncounted || f.count == byRule && !isStored || f.count == absent && len(f.pairs[0].new.Params) > 0 {
			continue
		}
		f.held = &held{unit: value}
		if f.count == absent {
			f.held.unit = f.pairs[0].new.Scope.String()
		}
		for _, p := range f.pairs {
			all[p].findings = append(all[p].findings, f)
		}
	}
	return t
}

// diagnostics returns the findings at the levels that the new schema sets, with what
// was counted.
func (t *tally) diagnostics() diag.List {
	for _, list := range t.pairs {
		for _, p := range list {
			for _, f := range p.findings {
				if f.count != absent {
					f.held.of += p.values
				}
			}
		}
	}
	var list diag.List
	for _, f := range t.found {
		d := t.new.Check.Apply(diag.List{t.diagnostic(f)})
		if f.held != nil && len(d) == 1 {
			f.decide(&d[0])
		}
		list = append(list, d...)
	}
	return list
}

// unreadable stands for a value that is not valid JSON: neither side reads it.
type unreadable struct{}

func (t *tally) add(s Stored) {
	t.owner++
	for _, key := range s.Unreadable {
		s.Values[key] = unreadable{}
	}
	delete(s.Values, "")
	t.states[s.Scope] = s.Values
	for key, v := range s.Values {
		if p, oldWire, newWire := t.find(key); p != nil && !p.settled {
			t.value(s.Scope, key, v, p, oldWire, newWire)
		}
	}
	if !slices.Contains(s.Unreadable, "") {
		t.missing(s.Scope)
	}
}

// find tells to which pair a stored key belongs, and what either side calls it; newWire is empty if the new
// code has no place for it.
func (t *tally) find(key string) (p *pairTally, oldWire, newWire string) {
	old, oldWire, _ := t.old.read.Find(key)
	for _, name := range []string{key, oldWire} {
		today, wire, _ := t.new.read.Find(name)
		for _, p := range t.pairs[old] {
			if today != nil && p.new == today {
				return p, oldWire, wire
			}
		}
	}
	for _, one := range t.pairs[old] {
		switch {
		case old == nil:
		case one.new == nil:
			p = one
		case len(one.old.Params) == 0 && len(one.new.Params) == 0:
			p, newWire = one, one.new.Wire()
		case len(one.old.Params) > 0 && len(one.new.Params) > 0:
			p = one
		}
	}
	return p, oldWire, newWire
}

// stored returns what is stored under the names of a key on either side.
func (t *tally) stored(p pair, oldWire, newWire string) map[string]any {
	var names []string
	if p.old != nil {
		names = p.old.Names(oldWire)
	}
	if p.new != nil && newWire != "" {
		names = append(names, p.new.Names(newWire)...)
	}
	state := map[string]any{}
	for _, name := range names {
		scope, _ := runtime.ParseKey(name)
		if v := t.states[min(scope, runtime.ScopeApp)][name]; v != nil {
			state[name] = v
		}
	}
	return state
}

// value counts one stored value.
func (t *tally) value(scope runtime.Scope, key string, v any, p *pairTally, oldWire, newWire string) {
	var before, now reading.Result
	state := t.stored(p.pair, oldWire, newWire)
	if p.old != nil {
		before = p.old.Read(oldWire, state)
		if before.Name != key && before.Name != "" {
			return // the old code doesn't look at it: another name is set
		}
	}
	p.values++
	for _, f := range p.findings {
		if f.count == every {
			f.held.add(concerned, scope, t.owner)
		}
	}
	if _, damaged := v.(unreadable); damaged || p.old == nil || before.Err != nil {
		return
	}
	e := dropped
	if p.new != nil && newWire != "" {
		now = p.new.Read(newWire, state)
		e = storedEffect(before, now)
	}
	isDisplaced := now.Name != "" && now.Name != key
	if isDisplaced && e == altered {
		e = dropped // another value is read in its place
	}
	if e != same && !t.counted(p, e, scope, false) && isUnforeseen(p.pair, v, before, e) {
		t.unforeseen(p, e).held.add(e, scope, t.owner)
	}
	if e != dropped && (isDisplaced || leavesBehind(before.Value, now.Value)) {
		t.counted(p, dropped, scope, true)
	}
}

// counted counts a value for the findings of its effect or, if there are none, for all that count effects.
// It reports whether there are any.
func (t *tally) counted(p *pairTally, e effect, scope runtime.Scope, only bool) bool {
	var own, others []*finding
	for _, f := range p.findings {
		switch is, ok := effectsOf[f.rule.ID]; {
		case !ok || f.count != byRule:
		case is == e:
			own = append(own, f)
		case !only:
			others = append(others, f)
		}
	}
	if len(own) == 0 {
		own = others
	}
	for _, f := range own {
		f.held.add(e, scope, t.owner)
	}
	return len(own) > 0
}

// isUnforeseen reports whether the value is one that the old setter stores. A field that the old code doesn't
// know may be the new code's: that it becomes something else is no news.
func isUnforeseen(p pair, v any, before reading.Result, e effect) bool {
	isPlain := true
	switch before.Value.(type) {
	case reading.Object, []any, map[string]any:
		isPlain = false
	}
	return p.new != nil && (e != altered || isPlain) && p.old.Stores(v)
}

// unforeseen is the finding of stored values that no witness resembled.
func (t *tally) unforeseen(p *pairTally, e effect) *finding {
	by := &pass{comparison: t.comparison, pair: p.pair}
	f := &finding{
		rule: by.effectRule(e), text: fmt.Sprintf(databaseHolds, words[e]), how: always, cure: cureByScan,
		held: &held{unit: value},
	}
	f.at(p.pair)
	p.findings = append(p.findings, f)
	t.found = append(t.found, f)
	return f
}

// leavesBehind reports whether fields inside a value that was read before are not looked at now.
func leavesBehind(before, now any) bool {
	switch a := before.(type) {
	case reading.Object:
		b, ok := now.(reading.Object)
		taken := map[string]bool{}
		for name, v := range a.Fields {
			other, known := b.Other(name, a.Known[name])
			if ok && (!known || taken[other] || leavesBehind(v, b.Fields[other])) {
				return true
			}
			taken[other] = true
		}
	case map[string]any:
		b, _ := now.(map[string]any)
		for name, v := range a {
			if leavesBehind(v, b[name]) {
				return true
			}
		}
	case []any:
		b, _ := now.([]any)
		for i, v := range a[:min(len(a), len(b))] {
			if leavesBehind(v, b[i]) {
				return true
			}
		}
	}
	return false
}

// missing counts the owners that have no value where one side has an error, or
// another default.
func (t *tally) missing(scope runtime.Scope) {
	for _, f := range t.found {
		if f.held == nil || f.count != absent || f.pairs[0].new.Scope != scope {
			continue
		}
		f.held.of++
		p := f.pairs[0]
		oldWire, newWire := p.new.Wire(), p.new.Wire()
		if p.old != nil {
			oldWire, newWire = p.wires()
		}
		state := t.stored(p, oldWire, newWire)
		isStored := p.new.Read(newWire, state).Presence == reading.Stored
		if !isStored && (p.old == nil || p.old.Read(oldWire, state).Presence != reading.Stored) {
			f.held.add(concerned, scope, t.owner)
		}
	}
}

// decide says of a finding what is stored, and lowers its severity if that is less
// than it warns of.
func (f *finding) decide(d *diag.Diagnostic) {
	s := f.held
	affected := s.affected()
	d.Stored = &diag.Stored{
		Affected: affected, Of: s.of, Unit: s.unit,
		Apps: s.owners[runtime.ScopeApp], Users: s.owners[runtime.ScopeUser], Sessions: s.owners[runtime.ScopeSession],
	}
	if affected == 0 {
		d.Severity = diag.Warning
		d.Hint = fmt.Sprintf("in the database, 0 of %s: nothing stored is affected", diag.Count(s.of, s.unit))
		return
	}
	note := ""
	if f.how == silent || f.how == silentlySet {
		note = " (silent)"
	}
	d.Hint = fmt.Sprintf("in the database, %s%s; %s", s.String(), note, f.cure)
}
