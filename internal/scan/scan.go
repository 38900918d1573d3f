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
	removed  *removals
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
		schema: s, read: reading.New(s), declared: keys.New(s), removed: newRemovals(s),
		infos: map[*reading.Key]*keyInfo{}, resolved: map[string]resolution{}, findings: map[findingID]*Finding{},
	}
	for _, k := range sc.read.Keys {
		info := &keyInfo{Key: k, stats: &KeyStats{Key: k.Wire(), Sensitive: k.Sensitive, HasForms: len(k.Older()) > 0}}
		for _, name := range k.OtherNames() {
			info.stats.OldNames = append(info.stats.OldNames, OldName{Name: name, Next: name == k.RenamedTo})
		}
		sc.infos[k] = info
		sc.report.Keys = append(sc.report.Keys, info.stats)
		if k.Required() && len(k.Params) == 0 && k.Scope != runtime.ScopeTemp && !elsewhere(k) {
			sc.required[k.Scope] = append(sc.required[k.Scope], info)
		}
	}
	for _, r := range sc.removed.list {
		sc.report.Removed = append(sc.report.Removed, r.stats)
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
			sc.note(at, finding{rule: missingValue, key: info.Wire(), span: info.Span, unit: s.Scope().String()})
		}
	}
}

// resolution is what a stored key is.
type resolution struct {
	info    *keyInfo // nil: not declared
	wire    string   // the key of today
	old     *OldName // not nil: the stored key is this name of it
	removed *removal
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
	if r := sc.removed.find(key); r != nil {
		return resolution{removed: r}
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
		r.removed.stats.Left++
		sc.note(at, finding{rule: removedValue, key: r.removed.Key, span: r.removed.Span, unit: "value"})
	case r.foreign:
		sc.report.Foreign++
	default:
		sc.note(at, finding{rule: undeclaredValue, key: v.Key, unit: "value", problem: kindOf(v.Value)})
	}
}

// damaged reports a value that is not JSON. It is not missing.
func (sc *Scanner) damaged(at place, key string, r resolution) {
	f := finding{rule: damagedValue, key: key, unit: "value"}
	if r.info != nil {
		r.info.seen = sc.owner
		f.key, f.stored, f.span = r.info.Wire(), r.info.shown(key), r.info.Span
	}
	sc.note(at, f)
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
		r.info.stats.OlderForms++
	}
	f := finding{rule: refusedValue, key: r.info.Wire(), span: r.info.Span, unit: "value", of: r.info.stats}
	if r.old != nil {
		f.old = r.old.Name
	}
	switch {
	case res.Err != nil:
		f.describe(res.Err, r.info.Sensitive)
	case res.Invalid != nil:
		f.rule = constraintViolated
		f.describe(res.Invalid, r.info.Sensitive)
	default:
		return
	}
	f.stored = r.info.shown(key)
	sc.note(at, f)
}

// Events takes the history of a database: what it would be as of each event.
func (sc *Scanner) Events(events iter.Seq2[*sessiondb.Event, error]) error {
	sc.report.History = true
	for e, err := range events {
		if err != nil {
			return err
		}
		sc.event(e)
	}
	return nil
}

func (sc *Scanner) event(e *sessiondb.Event) {
	sc.report.Events++
	sc.owner++ // here each event counts for itself
	at := place{owner: e.Owner, event: e.Seq, number: sc.owner, author: e.Author, history: true}
	if sc.rehearsal != nil {
		sc.replay(at, e)
	}
	if e.Damaged {
		sc.note(at, finding{rule: damagedValue, unit: "event"})
		return
	}
	for _, w := range e.Writes {
		if w.Value == nil {
			continue
		}
		r := sc.resolve(w.Key)
		switch {
		case r.removed != nil:
			r.removed.stats.InEvents++
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

func (sc *Scanner) note(at place, f finding) {
	id := findingID{f.rule.ID, f.key, f.old, f.problem, f.unit, f.prompt, at.history}
	found := sc.findings[id]
	if found == nil {
		if len(sc.findings) >= mostFindings {
			id = findingID{rule: f.rule.ID, unit: f.unit, history: at.history}
			f.key, f.old, f.problem, f.prompt, f.span, f.of = "", "", "", "", diag.Span{}, nil
		}
		if found = sc.findings[id]; found == nil {
			found = &Finding{Rule: f.rule, Key: f.key, Name: f.old, Problem: f.problem, Unit: f.unit, Prompt: f.prompt, Span: f.span, History: at.history, of: f.of}
			sc.findings[id] = found
		}
	}
	found.Count++
	again := found.last == at.number
	if !again {
		found.last = at.number
		found.Owners++
	}
	if len(found.Examples) < mostExamples && !(again && f.prompt != "") {
		found.Examples = append(found.Examples, Example{
			Owner: at.owner, Key: cmp.Or(f.stored, f.key), Event: at.event, Updated: at.updated, Writer: at.author, Error: f.text,
		})
	}
}
