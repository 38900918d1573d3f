package breaking

import (
	"fmt"
	"iter"
	"slices"

	"github.com/seed92179c4c/stategen/generator/plan"
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
// users, and each of these before those of the user's sessions. It counts the stored values that each finding about
// stored values concerns. A finding that concerns none is no error. No stored value is
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

// tally counts stored values for the findings of a comparison.
type tally struct {
	*comparison
	olderOld, olderNew *reading.Older
	pairs              map[*reading.Key][]*pairTally // by the old key
	byType             map[*schema.Named][]*finding  // whose counters take parts of this type
	absent             [3][]*finding                 // by the scope of their owners
	names              map[string]resolved
	states             [3]map[string]any // what is stored of the app, the user and the session at hand
	owner              int64
}

func newTally(c *comparison) *tally {
	t := &tally{
		comparison: c, olderOld: c.old.read.Older(), olderNew: c.new.read.Older(), names: map[string]resolved{},
		pairs: map[*reading.Key][]*pairTally{}, byType: map[*schema.Named][]*finding{},
	}
	for _, p := range c.pairs {
		settled := p.old != nil && p.new != nil && unchanged(p)
		t.pairs[p.old] = append(t.pairs[p.old], &pairTally{pair: p, settled: settled, other: map[effect]*finding{}})
	}
	for _, f := range c.found {
		t.register(f)
	}
	return t
}

// diagnostics returns the findings at the levels that the new schema sets, with what
// was counted.
func (t *tally) diagnostics() diag.List {
	var list diag.List
	for _, f := range t.found {
		d := t.new.Check.Apply(diag.List{t.diagnostic(f)})
		if f.held != nil && len(d) == 1 {
			t.sum(f)
			f.decide(&d[0])
		}
		list = append(list, d...)
	}
	return list
}

// sum adds up the values of all keys that a finding is about.
func (t *tally) sum(f *finding) {
	if f.held.unit != "" {
		return
	}
	f.held.unit = value
	for _, list := range t.pairs {
		for _, p := range list {
			if wire := p.wire(); wire == f.key || slices.Contains(f.also, wire) {
				f.held.of += p.values
			}
		}
	}
}

func (t *tally) register(f *finding) {
	for _, count := range f.counters {
		if f.held == nil {
			f.held = &held{}
		}
		switch {
		case count.absent != nil:
			f.held.unit = count.pair.new.Scope.String()
			t.absent[count.pair.new.Scope] = append(t.absent[count.pair.new.Scope], f)
		case count.root != nil:
			t.byType[count.root] = appendOnce(t.byType[count.root], f)
		default:
			for _, p := range t.pairs[count.pair.old] {
				if p.new == count.pair.new {
					p.findings = appendOnce(p.findings, f)
				}
			}
		}
	}
}

func appendOnce(list []*finding, f *finding) []*finding {
	if slices.Contains(list, f) {
		return list
	}
	return append(list, f)
}

// unreadable stands for a value that is not valid JSON: neither side reads it.
type unreadable struct{}

func (t *tally) add(s Stored) {
	t.owner++
	state := s.Values
	for _, key := range s.Unreadable {
		state[key] = unreadable{}
	}
	delete(state, "")
	t.states[s.Scope] = state
	for key, v := range state {
		if r := t.resolve(key); r.of != nil {
			t.value(s.Scope, key, v, r)
		}
	}
	if !slices.Contains(s.Unreadable, "") {
		t.missing(s.Scope)
	}
}

// mostNames bounds the names that are remembered: those of families are many.
const mostNames = 10000

func (t *tally) resolve(key string) resolved {
	r, ok := t.names[key]
	if !ok {
		r = t.find(key)
		if len(t.names) < mostNames {
			t.names[key] = r
		}
	}
	return r
}

// find tells to which pair a stored key belongs.
func (t *tally) find(key string) resolved {
	old, r := t.old.read.Key(key), resolved{oldWire: key}
	if old == nil {
		if old, r.oldWire, r.alias = t.olderOld.Find(key); old == nil {
			return t.taken(key)
		}
	}
	for _, name := range []string{key, r.oldWire} {
		today, wire := t.new.read.Key(name), name
		if today == nil {
			today, wire, _ = t.olderNew.Find(name)
		}
		for _, p := range t.pairs[old] {
			if today != nil && p.new == today {
				r.of, r.toWire = p, wire
				return r
			}
		}
	}
	for _, p := range t.pairs[old] {
		switch {
		case p.new == nil:
			r.of = p
		case len(p.old.Params) == 0 && len(p.new.Params) == 0:
			r.of, r.toWire = p, p.new.Wire()
		case len(p.old.Params) > 0 && len(p.new.Params) > 0:
			r.of = p
		}
	}
	return r
}

// taken tells to which new key a stored key belongs that the old schema doesn't know.
func (t *tally) taken(key string) (r resolved) {
	today := t.new.read.Key(key)
	for _, p := range t.pairs[nil] {
		if p.new == today && len(p.findings) > 0 {
			r.of = p
		}
	}
	return r
}

// values returns what is stored under the names of a key on either side.
func (t *tally) values(r resolved) map[string]any {
	state := map[string]any{}
	take := func(names []string) {
		for _, name := range names {
			scope, _ := runtime.ParseKey(name)
			if v := t.states[min(scope, runtime.ScopeApp)][name]; v != nil {
				state[name] = v
			}
		}
	}
	take(r.of.old.Names(r.oldWire))
	if r.of.new != nil && r.toWire != "" {
		take(r.of.new.Names(r.toWire))
	}
	return state
}

// value counts one stored value.
func (t *tally) value(scope runtime.Scope, key string, v any, r resolved) {
	if r.of.settled {
		return
	}
	if r.of.old == nil {
		r.of.values++
		for _, f := range r.of.findings {
			f.held.add(concerned, scope, t.owner)
		}
		return
	}
	state := t.values(r)
	h := &holding{resolved: r, value: v, before: r.of.old.Read(r.oldWire, state)}
	if h.before.Name != key && h.before.Name != "" {
		return // the old code doesn't look at it: another name is set
	}
	r.of.values++
	if _, damaged := v.(unreadable); damaged || h.before.Err != nil {
		return
	}
	if h.effect = dropped; r.of.new != nil && r.toWire != "" {
		h.now = r.of.new.Read(r.toWire, state)
		h.effect = storedEffect(h.before, h.now)
	}
	found := h.counted(t, scope)
	if !found && h.isUnforeseen() {
		t.unforeseen(h).held.add(h.effect, scope, t.owner)
	}
}

// isUnforeseen reports whether the value is one that the old setter stores, and whose
// effect no witness showed. A field that the old code doesn't know may be the new
// code's: that it becomes something else is no news.
func (h *holding) isUnforeseen() bool {
	_, isObject := plainly(h.of.old, h.value).(map[string]any)
	_, isList := plainly(h.of.old, h.value).([]any)
	return h.effect < same && !(h.effect == altered && (isObject || isList)) && h.of.new != nil && h.of.old.Stores(h.value)
}

// counted counts the value for the findings that concern it, and reports whether
// there are any.
func (h *holding) counted(t *tally, scope runtime.Scope) bool {
	worst := map[*finding]effect{}
	note := func(f *finding, e effect) {
		if known, ok := worst[f]; e != same && (!ok || e < known) {
			worst[f] = e
		}
	}
	for _, f := range h.of.findings {
		for _, count := range f.counters {
			if count.of != nil && count.pair == h.of.pair && (count.quiet || h.effect != same) {
				note(f, count.of(h))
			}
		}
	}
	if len(t.byType) > 0 {
		h.parts(t, note)
	}
	for f, e := range worst {
		f.held.add(e, scope, t.owner)
	}
	return len(worst) > 0
}

// parts offers the objects inside the value to the counters of their types.
func (h *holding) parts(t *tally, note func(*finding, effect)) {
	wire := h.of.wire()
	inside(h.of.old.Type, plainly(h.of.old, h.value), func(named *schema.Named, part any) {
		for _, f := range t.byType[named] {
			if f.key != wire && !slices.Contains(f.also, wire) {
				continue
			}
			for _, count := range f.counters {
				if count.root == named && (count.quiet || h.effect != same) {
					note(f, count.part(part))
				}
			}
		}
	})
}

// inside calls visit with all objects in a value of a type.
func inside(t *schema.Type, v any, visit func(*schema.Named, any)) {
	switch v := v.(type) {
	case []any:
		if t.Kind == schema.List {
			for _, item := range v {
				inside(t.Elem, item, visit)
			}
		}
	case map[string]any:
		switch t.Kind {
		case schema.Map:
			for _, item := range v {
				inside(t.Elem, item, visit)
			}
		case schema.Object:
			visit(t.Named, v)
			for _, f := range t.Named.Fields {
				insideField(f, v, visit)
			}
		}
	}
}

// insideField is inside for what an object has under the first name of a field that is
// set, in today's form or an older one.
func insideField(f *schema.Field, object map[string]any, visit func(*schema.Named, any)) {
	moves := plan.FieldMoves(f)
	names := append([]string{f.Name}, moves.Names...)
	at := slices.IndexFunc(names, func(name string) bool { return object[name] != nil })
	if at < 0 {
		return
	}
	inside(f.Type, object[names[at]], visit)
	for _, o := range moves.Older {
		if o.Name == 0 || o.Name == at {
			inside(o.Type, object[names[at]], visit)
		}
	}
}

// unforeseen is the finding of stored values that no witness resembled.
func (t *tally) unforeseen(h *holding) *finding {
	if f := h.of.other[h.effect]; f != nil {
		return f
	}
	p := &pass{comparison: t.comparison, pair: h.of.pair}
	f := &finding{
		rule: p.effectRule(h.effect), key: h.of.new.Wire(), new: h.of.new.Span, old: h.of.old.Span, before: describe(h.of.old),
		text: fmt.Sprintf(databaseHolds, words[h.effect]), how: always, cure: cureByScan, held: &held{},
	}
	h.of.other[h.effect] = f
	t.found = append(t.found, f)
	return f
}

// missing counts the owners that have no value where one side has an error, or
// another default.
func (t *tally) missing(scope runtime.Scope) {
	for _, f := range t.absent[scope] {
		f.held.of++
		for _, count := range f.counters {
			if count.absent == nil {
				continue
			}
			r := resolved{of: &pairTally{pair: count.pair}, toWire: count.pair.new.Wire()}
			if r.of.old == nil {
				r.of.old = count.pair.new
			}
			r.oldWire = r.of.old.Wire()
			if count.absent(t.values(r)) {
				f.held.add(concerned, scope, t.owner)
			}
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
