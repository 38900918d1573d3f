package inspect

import (
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

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
	k, _, _ := d.read.Find(wire)
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
	Name    string // under which it is stored; empty: it isn't
	Type    string
	Doc     string
	Facts   []string // "optional", "merge sum"
	Value   shown
	Default *shown // what a getter returns in its place
	Problem string // why the schema refuses it
	Writer  *writer
	OfNow   bool // the value is not that of the moment that is looked at
	Edit    bool
}

// Stored says whether there is a value.
func (r row) Stored() bool { return r.Name != "" }

// slot is where a row is to be.
type slot struct {
	title string
	key   *reading.Key // nil: it isn't declared
	wire  string
}

// slots are the keys of a state in their order: by scope, then those that no schema declares.
func (t *teller) slots(state map[string]any) []slot {
	byScope := map[runtime.Scope][]slot{}
	seen := map[string]bool{}
	if t.keys != nil {
		for _, k := range t.keys.read.Keys {
			for _, wire := range wires(k, state) {
				scope, _ := runtime.ParseKey(wire)
				name := scope.String()
				byScope[scope] = append(byScope[scope], slot{strings.ToUpper(name[:1]) + name[1:], k, wire})
				for _, name := range k.Names(wire) {
					seen[name] = true
				}
			}
		}
	}
	var list []slot
	for _, scope := range runtime.Scopes() {
		list = append(list, byScope[scope]...)
	}
	others := "Not declared"
	if t.keys == nil {
		others = "State"
	}
	for _, wire := range slices.Sorted(maps.Keys(state)) {
		if !seen[wire] {
			list = append(list, slot{others, nil, wire})
		}
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

// row is a key of a state. Its whole value is at an address that ends with the key.
func (t *teller) row(sl slot, state map[string]any, whole string) row {
	r := row{Key: sl.wire, Name: sl.wire, Edit: t.write}
	if k := sl.key; k != nil {
		t.declare(&r, k, state)
	}
	if r.Stored() {
		v := state[r.Name]
		r.Value = t.shown(r.Name, v, whole+url.QueryEscape(r.Name), longestValue).folded(v)
	}
	return r
}

// declare adds what the schema says of a key and its value.
func (t *teller) declare(r *row, k *reading.Key, state map[string]any) {
	r.Type, r.Doc, r.Facts, r.Edit = k.Type.String(), k.Doc, facts(k.Key), t.write && (t.reveal || !k.Sensitive)
	result := k.Read(r.Key, state)
	if err := result.Refused(); err != nil {
		r.Problem = cut(err.Error(), longestValue).String()
		if k.Sensitive && !t.reveal {
			r.Problem = "the schema refuses the value"
		}
	}
	if r.Name = result.Name; r.Stored() && r.Name != r.Key {
		r.Facts = append(r.Facts, "stored as "+r.Name)
	}
	if !r.Stored() && result.Presence == reading.Defaulted {
		value := cut(reading.Text(result.Value), longestValue)
		r.Default = &value
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
	return append(list, reading.Limits(k.Constraints)...)
}

// broken says what the schema refuses in a state.
func (t *teller) broken(state map[string]any) (string, bool) {
	if t.keys == nil {
		return "", false
	}
	for _, sl := range t.slots(state) {
		if r := t.quietly().row(sl, state, ""); r.Problem != "" {
			return r.Key + ": " + r.Problem, true
		}
	}
	return "", false
}

// teller puts states, events and prompts into words, as far as these may be shown.
type teller struct {
	schema        *schema.Schema // nil: none
	keys          *declared      // what it says of keys
	write, reveal bool
	audit         io.Writer // nil: none
}

// quietly is the same without what the audit would note: nothing of it is shown.
func (t *teller) quietly() *teller { return &teller{schema: t.schema, keys: t.keys} }

// revealed notes that the value of a sensitive key is shown.
func (t *teller) revealed(key string) { t.note("revealed %q", key) }

// note writes a line of the audit.
func (t *teller) note(format string, args ...any) {
	if t.audit != nil {
		fmt.Fprintf(t.audit, "%s "+format+"\n", append([]any{time.Now().UTC().Format(time.RFC3339)}, args...)...)
	}
}

// declared is what the schema says of keys.
type declared struct {
	*schema.Schema
	read *reading.Schema
}

func newDeclared(s *schema.Schema) *declared {
	if s == nil {
		return nil
	}
	return &declared{Schema: s, read: reading.New(s)}
}
