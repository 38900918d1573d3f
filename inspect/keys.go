package inspect

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

func sensitiveKey(k *reading.Key) bool { return k.Sensitive }

// key is the declaration that a stored key belongs to, by its name of today or an older
// one; nil: there is none.
func (d *declared) key(wire string) *reading.Key {
	if d == nil {
		return nil
	}
	if k := d.read.Key(wire); k != nil {
		return k
	}
	k, _, _ := d.older.Find(wire)
	return k
}

// names are where the value of a key may be: of a declared one, older names, too.
func (d *declared) names(wire string) []string {
	if d != nil {
		if k := d.read.Key(wire); k != nil {
			return k.Names(wire)
		}
	}
	return []string{wire}
}

// raw is the stored value of a key as JSON, under whichever of its names; empty: it isn't set.
func (d *declared) raw(wire string, state map[string]any) string {
	for _, name := range d.names(wire) {
		if v := state[name]; v != nil {
			return text(v)
		}
	}
	return ""
}

func (d *declared) sensitive(wire string) bool {
	k := d.key(wire)
	return k != nil && k.Sensitive
}

// section has the rows of a scope, or those that no schema declares.
type section struct {
	Title string
	Rows  []row
}

// row is a key of a state.
type row struct {
	Key     string
	Type    string
	Doc     string
	Facts   []string // "optional", "merge sum"
	Value   shown
	Stored  bool
	Default string // what a getter returns in its place
	Problem string // why the schema refuses it
	Author  string // who wrote it last
	Seq     int64  // by which event; 0: not known
	Edit    bool
}

// sections is a state by scope, with what the schema says of each key.
func (t *teller) sections(state map[string]any, last map[string]*runtime.Event) []section {
	byScope := map[runtime.Scope][]row{}
	seen := map[string]bool{}
	if t.keys != nil {
		for _, k := range t.keys.read.Keys {
			for _, wire := range wires(k, state) {
				scope, _ := runtime.ParseKey(wire)
				byScope[scope] = append(byScope[scope], t.declaredRow(k, wire, state, last, seen))
			}
		}
	}
	var list []section
	for _, scope := range runtime.Scopes() {
		if len(byScope[scope]) > 0 {
			name := scope.String()
			list = append(list, section{strings.ToUpper(name[:1]) + name[1:], byScope[scope]})
		}
	}
	others := section{Title: "Not declared"}
	if t.keys == nil {
		others.Title = "State"
	}
	for _, wire := range slices.Sorted(maps.Keys(state)) {
		if !seen[wire] {
			r := row{Key: wire, Stored: true, Value: t.shown(wire, state[wire]), Edit: t.write}
			r.setWriter(last[wire])
			others.Rows = append(others.Rows, r)
		}
	}
	if len(others.Rows) > 0 {
		list = append(list, others)
	}
	return list
}

// wires are the keys of a state that belong to a declaration; of one that is no family, the key
// even if it isn't there. Temp keys are never stored.
func wires(k *reading.Key, state map[string]any) []string {
	switch {
	case k.Scope == runtime.ScopeTemp:
		return nil
	case len(k.Params) == 0:
		return []string{k.Wire()}
	}
	var list []string
	for wire := range state {
		if k.Has(wire) {
			list = append(list, wire)
		}
	}
	slices.Sort(list)
	return list
}

func (t *teller) declaredRow(k *reading.Key, wire string, state map[string]any, last map[string]*runtime.Event, seen map[string]bool) row {
	r := row{Key: wire, Type: k.Type.String(), Doc: k.Doc, Facts: facts(k.Key), Edit: t.write && (t.reveal || !k.Sensitive)}
	result := k.Read(wire, state)
	if k.Sensitive && result.Refused() != nil && !t.reveal {
		r.Problem = "the schema refuses the value"
	} else if err := result.Refused(); err != nil {
		r.Problem = err.Error()
	}
	for _, name := range k.Names(wire) {
		seen[name] = true
	}
	if name := result.Name; name != "" {
		r.Stored, r.Value = true, t.shown(wire, state[name])
		r.setWriter(last[name])
		if name != wire {
			r.Facts = append(r.Facts, "stored as "+name)
		}
	} else if result.Presence == reading.Defaulted {
		r.Default = reading.Text(result.Value)
	}
	return r
}

func (r *row) setWriter(e *runtime.Event) {
	if e != nil {
		r.Author, r.Seq = e.Author, e.Seq
	}
}

// facts are what the schema says of a key besides its type.
func facts(k *schema.Key) []string {
	list := k.Traits()
	if k.Sensitive {
		list = append(list, "sensitive")
	}
	if k.Deprecated != "" {
		list = append(list, "deprecated: "+k.Deprecated)
	}
	c := k.Constraints
	for name, b := range map[string]*schema.Bound{"min": c.Min, "max": c.Max} {
		if b != nil {
			list = append(list, fmt.Sprintf("%s %v", name, b.Data))
		}
	}
	for name, l := range map[string]*schema.Limit{"min length": c.MinLength, "max length": c.MaxLength, "min items": c.MinItems, "max items": c.MaxItems} {
		if l != nil {
			list = append(list, fmt.Sprintf("%s %d", name, l.N))
		}
	}
	if c.Pattern != nil {
		list = append(list, "pattern "+c.Pattern.Expr)
	}
	slices.Sort(list)
	return list
}

// broken says what the schema refuses in a state.
func (t *teller) broken(state map[string]any) (string, bool) {
	if t.keys == nil {
		return "", false
	}
	for _, sec := range t.quietly().sections(state, nil) {
		for _, r := range sec.Rows {
			if r.Problem != "" {
				return r.Key + ": " + r.Problem, true
			}
		}
	}
	return "", false
}
