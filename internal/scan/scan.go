// Package scan compares the values in a database with a schema: what code generated from it
// would refuse, what it doesn't know, and what is left of older names.
package scan

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Scanner takes what is stored, and reports what the code generated from one schema
// makes of it. What it keeps doesn't grow with the number of values.
type Scanner struct {
	report   Report
	schema   *schema.Schema
	read     *reading.Schema
	declared *keys.Index
	removed  map[*schema.Removed]*RemovedStats
	required [3][]*keyInfo // by scope
	infos    map[*reading.Key]*keyInfo
	resolved map[string]resolution
	findings map[findingID]*Finding
	owner    int64 // counts the owners
	// rehearsal is of the instructions; nil: they aren't rendered.
	rehearsal *rehearsal
}

// keyInfo is what is known of a declared key.
type keyInfo struct {
	*reading.Key
	stats *KeyStats
	seen  int64 // the last owner that has it
}

// New returns a Scanner for a sound schema.
func New(s *schema.Schema) *Scanner {
	sc := &Scanner{
		schema: s, read: reading.New(s), declared: keys.New(s), removed: map[*schema.Removed]*RemovedStats{},
		infos: map[*reading.Key]*keyInfo{}, resolved: map[string]resolution{}, findings: map[findingID]*Finding{},
	}
	for _, k := range sc.read.Keys {
		info := &keyInfo{Key: k, stats: &KeyStats{Key: k.Wire(), Sensitive: k.Sensitive}}
		for _, name := range k.OtherNames() {
			info.stats.OldNames = append(info.stats.OldNames, OldName{Name: name, Next: name == k.RenamedTo})
		}
		if len(k.Older()) > 0 {
			info.stats.OlderForms = &info.stats.olderForms
		}
		sc.infos[k] = info
		sc.report.Keys = append(sc.report.Keys, info.stats)
		if k.Required() && len(k.Params) == 0 && k.Scope != runtime.ScopeTemp && !elsewhere(k) {
			sc.required[k.Scope] = append(sc.required[k.Scope], info)
		}
	}
	for i := range s.Removed {
		stats := &RemovedStats{Key: s.Removed[i].Key, Purge: s.Removed[i].Purge}
		sc.removed[&s.Removed[i]], sc.report.Removed = stats, append(sc.report.Removed, stats)
	}
	return sc
}

// elsewhere reports whether the value may be in another scope, under another name:
// whether it is missing, one owner's state doesn't tell.
func elsewhere(k *reading.Key) bool {
	return slices.ContainsFunc(k.OtherNames(), func(name string) bool {
		scope, _ := runtime.ParseKey(name)
		return scope != k.Scope
	})
}

// States takes all states of a database.
func (sc *Scanner) States(states iter.Seq2[*sessiondb.State, error]) error {
	for s, err := range states {
		if err != nil {
			return err
		}
		sc.add(s)
	}
	return nil
}

func (sc *Scanner) add(s *sessiondb.State) {
	sc.owner++
	switch s.Scope() {
	case runtime.ScopeApp:
		sc.report.Apps++
	case runtime.ScopeUser:
		sc.report.Users++
	default:
		sc.report.Sessions++
	}
	at := place{owner: s.Owner, updated: s.Updated, number: sc.owner}
	for i := range s.Values {
		sc.value(at, &s.Values[i])
	}
	if sc.rehearsal != nil {
		sc.rehearse(at, s)
	}
	for _, info := range sc.required[s.Scope()] {
		if info.seen != sc.owner {
			sc.note(at, missingValue, Finding{Key: info.Wire(), span: info.Span, Unit: s.Scope().String()}, Example{})
		}
	}
}

// resolution is what a stored key is.
type resolution struct {
	info    *keyInfo // nil: not declared
	wire    string   // the key of today
	old     *OldName // not nil: the stored key is this name of it
	removed *schema.Removed
	foreign bool
}

// mostResolved bounds the keys that are remembered: those of families are many.
const mostResolved = 10000

func (sc *Scanner) resolve(key string) resolution {
	r, ok := sc.resolved[key]
	if !ok {
		r = sc.find(key)
		if len(sc.resolved) < mostResolved {
			sc.resolved[key] = r
		}
	}
	return r
}

func (sc *Scanner) find(key string) resolution {
	if k, wire, name := sc.read.Find(key); k != nil {
		return resolution{info: sc.infos[k], wire: wire, old: sc.infos[k].stats.oldName(name)}
	}
	if m, _ := sc.declared.Moved(key); m.Removed != nil {
		return resolution{removed: m.Removed}
	}
	return resolution{foreign: sc.declared.Foreign(key)}
}

func (sc *Scanner) value(at place, v *sessiondb.Value) {
	sc.report.Values++
	r := sc.resolve(v.Key)
	switch {
	case v.Damaged:
		sc.damaged(at, v.Key, r)
	case r.info != nil:
		sc.declaredValue(at, v, r)
	case r.removed != nil:
		sc.removed[r.removed].Left++
		sc.note(at, removedValue, Finding{Key: r.removed.Key, Unit: "value", span: r.removed.Span}, Example{})
	case r.foreign:
		sc.report.Foreign++
	default:
		sc.note(at, undeclaredValue, Finding{Key: v.Key, Unit: "value", Problem: kindOf(v.Value)}, Example{})
	}
}

// damaged reports a value that is not JSON. It is not missing.
func (sc *Scanner) damaged(at place, key string, r resolution) {
	f, e := Finding{Key: key, Unit: "value"}, Example{}
	if r.info != nil {
		r.info.seen = sc.owner
		f.Key, e.Key, f.span = r.info.Wire(), r.info.shown(key), r.info.Span
	}
	sc.note(at, damagedValue, f, e)
}

// shown is a stored key as a report shows it: of a sensitive family, the parameters
// may be what is sensitive.
func (k *keyInfo) shown(stored string) string {
	if k.Sensitive {
		return k.Wire()
	}
	return stored
}

// declaredValue reads a value as generated code does.
func (sc *Scanner) declaredValue(at place, v *sessiondb.Value, r resolution) {
	info := r.info
	info.stats.Values++
	info.seen = sc.owner
	if r.old != nil {
		r.old.Left++
	}
	sc.check(at, v.Key, v.Value, r)
}

// check reports what generated code has against a value, if it has anything.
func (sc *Scanner) check(at place, key string, value any, r resolution) {
	res := r.info.Try(r.wire, key, value)
	if res.Older && !at.history {
		r.info.stats.olderForms++
	}
	err := res.Refused()
	if err == nil {
		return
	}
	rule := refusedValue
	if res.Err == nil {
		rule = constraintViolated
	}
	f, e := Finding{Key: r.info.Wire(), Unit: "value", span: r.info.Span, of: r.info.stats}, Example{Key: r.info.shown(key)}
	if r.old != nil {
		f.Name = r.old.Name
	}
	f.Problem, e.Error = described(err, r.info.Sensitive)
	sc.note(at, rule, f, e)
}

// Events takes the history of a database: what it would be as of each event.
func (sc *Scanner) Events(events iter.Seq2[*sessiondb.Event, error]) error {
	sc.report.Events = new(int64)
	for e, err := range events {
		if err != nil {
			return err
		}
		sc.event(e)
	}
	return nil
}

func (sc *Scanner) event(e *sessiondb.Event) {
	*sc.report.Events++
	sc.owner++ // here each event counts for itself
	at := place{owner: e.Owner, event: e.Seq, number: sc.owner, author: e.Author, history: true}
	if sc.rehearsal != nil {
		sc.replay(at, e)
	}
	if e.Damaged {
		sc.note(at, damagedValue, Finding{Unit: "event"}, Example{})
		return
	}
	for _, w := range e.Writes {
		if w.Value == nil {
			continue
		}
		r := sc.resolve(w.Key)
		switch {
		case r.removed != nil:
			sc.removed[r.removed].InEvents++
		case r.info != nil:
			sc.written(at, w.Key, w.Value, r)
		}
	}
}

// written checks what an event wrote. What a merge operation came to is only known
// with all events before it.
func (sc *Scanner) written(at place, key string, value any, r resolution) {
	r.info.stats.InEvents++
	if r.old != nil {
		r.old.InEvents++
	}
	if _, isOp := value.(runtime.Op); !isOp {
		sc.check(at, key, value, r)
	}
}

// Report returns what was found.
func (sc *Scanner) Report() *Report {
	r := &sc.report
	for _, f := range sc.findings {
		if f.of != nil && !f.History {
			f.Of = f.of.Values
		}
		if f.Prompt != "" {
			f.Of = r.Sessions
		}
	}
	r.Findings = slices.SortedFunc(maps.Values(sc.findings), compareFindings)
	return r
}

// mostExamples are those of each finding.
const mostExamples = 3

// mostFindings bounds what is kept of keys that nobody declared, and of mistakes that
// look different each time. The rest counts together.
const mostFindings = 1000

// note adds a place to a finding, and makes the finding if there is none.
func (sc *Scanner) note(at place, rule diag.Rule, f Finding, e Example) {
	id := findingID{rule.ID, f.Key, f.Name, f.Problem, f.Unit, f.Prompt, at.history}
	found := sc.findings[id]
	if found == nil {
		if len(sc.findings) >= mostFindings {
			id = findingID{rule: rule.ID, unit: f.Unit, history: at.history}
			f = Finding{Unit: f.Unit}
		}
		if found = sc.findings[id]; found == nil {
			f.Rule, f.Severity, f.History, f.rule, f.Examples = rule.ID, rule.Severity.String(), at.history, rule, []Example{}
			found = &f
			sc.findings[id] = found
		}
	}
	found.Count++
	again := found.last == at.number
	if !again {
		found.last = at.number
		found.Owners++
	}
	if len(found.Examples) < mostExamples && !(again && f.Prompt != "") {
		e.Owner, e.Key, e.Event, e.Writer = at.owner, cmp.Or(e.Key, f.Key), at.event, at.author
		if !at.updated.IsZero() {
			e.Updated = &at.updated
		}
		found.Examples = append(found.Examples, e)
	}
}
