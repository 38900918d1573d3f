package breaking

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/internal/scan"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// TestScanInGeneratedCode compiles drawn schemas, and holds what package scan says of
// each drawn value to what getters and Load make of it. It is here with what draws
// and compiles. STATEGEN_SCANNED says how many schemas there are.
func TestScanInGeneratedCode(t *testing.T) {
	usual := 12
	if testing.Short() {
		usual = 5
	}
	var schemas []*schema.Schema
	for seed := uint64(0); len(schemas) < 2*number(t, "STATEGEN_SCANNED", usual); seed++ {
		schemas = append(schemas, withForms(7000+seed)...)
	}
	program := compile(t, schemas)
	var questions []question
	var values []scanned
	for i := 0; i < len(schemas); i += 2 {
		for _, v := range valuesOf(newDrawer(uint64(i)), reading.New(schemas[i])) {
			values = append(values, v)
			questions = append(questions, question{i, v.state}, question{i + 1, v.state})
		}
	}
	answers, verdicts := program.ask(t, questions), map[verdict]int{}
	for i, v := range values {
		s := schemas[questions[2*i].Package]
		want, got := v.judge(answers[2*i], answers[2*i+1]), v.scan(t, s)
		if verdicts[got]++; got != want {
			t.Errorf("%s, key %s: generated code says %q, scan %q\n%s", shownWhole(t, v.state), v.key.Wire(), want, got, declaration(v.key.Key))
		}
	}
	t.Logf("%d schemas, %d values: %v", len(schemas)/2, len(values), verdicts)
	for _, v := range []verdict{fine, refusedByGetter, refusedByLoad, olderForm} {
		if verdicts[v] == 0 {
			t.Errorf("no value is %q", v)
		}
	}
}

// verdict is what becomes of a stored value.
type verdict string

const (
	fine            verdict = "fine"
	olderForm       verdict = "older form"
	refusedByGetter verdict = "refused"
	refusedByLoad   verdict = "constraint violated"
)

// withForms draws a schema whose keys have earlier declarations, and makes one without
// these that is the same in all else.
func withForms(seed uint64) []*schema.Schema {
	d := newDrawer(seed)
	at, _ := d.Sound()
	for range 12 {
		next := at.Clone()
		d.Change(next)
		d.Convert(next)
		if loaded(next.String(), "with.yaml") != nil && len(next.Keys) < 9 {
			at = next
		}
	}
	plain := at.Clone()
	for _, e := range plain.Keys {
		e.Was = nil
	}
	with, without := loaded(at.String(), "with.yaml"), loaded(plain.String(), "without.yaml")
	if with == nil || without == nil {
		return nil
	}
	return []*schema.Schema{with, without}
}

// scanned is a state with one value.
type scanned struct {
	key   *reading.Key
	name  string
	state map[string]any
}

// valuesOf draws values of today's forms, of older ones, and others, under all names.
func valuesOf(d *draw.Drawer, r *reading.Schema) (list []scanned) {
	for _, k := range r.Keys {
		for i, name := range k.Names(member(k)) {
			if other, _, by := r.Find(name); i > 0 && (other != k || by == "") {
				continue // it is another key's
			}
			all := []any{d.Anything(2), d.Anything(1), d.Text(), 5, true}
			for range 6 {
				all = append(all, d.Of(k.Key))
			}
			for _, o := range k.Older() {
				all = append(all, d.Stored(o.Type, schema.Constraints{}, o.Encoding))
			}
			for _, v := range all {
				list = append(list, scanned{k, name, map[string]any{name: v}})
			}
		}
	}
	return list
}

// judge takes the answers of generated code, with earlier declarations and without.
func (v scanned) judge(with, without answer) verdict {
	got, plain := with.Keys[v.key.Wire()], without.Keys[v.key.Wire()]
	about := "state key \"" + member(v.key) + "\": "
	switch {
	case got.Err != "":
		return refusedByGetter
	case slices.ContainsFunc(with.Load, func(text string) bool { return strings.HasPrefix(text, about) }):
		return refusedByLoad
	case v.name == member(v.key) && plain.Err != "":
		return olderForm
	}
	return fine
}

// scan returns the verdict of package scan.
func (v scanned) scan(t *testing.T, s *schema.Schema) verdict {
	t.Helper()
	decoded, err := runtime.DecodeValue([]byte(shownWhole(t, v.state)))
	if err != nil {
		t.Fatal(err)
	}
	sc := scan.New(s)
	if err := sc.States(inDatabase(decoded.(map[string]any))); err != nil {
		t.Fatal(err)
	}
	r := sc.Report()
	for _, f := range r.Findings {
		switch f.Rule {
		case "refused-value":
			return refusedByGetter
		case "constraint-violated":
			return refusedByLoad
		case "undeclared-value", "removed-value":
			t.Errorf("%s: %s", shownWhole(t, v.state), f.Rule)
		}
	}
	for _, k := range r.Keys {
		if k.OlderForms != nil && *k.OlderForms > 0 && v.name == member(v.key) {
			return olderForm
		}
	}
	return fine
}

// inDatabase yields states as package sessiondb does: the keys of an app and of a user that
// the sessions share come before them.
func inDatabase(sessions ...map[string]any) iter.Seq2[*sessiondb.State, error] {
	return func(yield func(*sessiondb.State, error) bool) {
		all := []*sessiondb.State{{Owner: sessiondb.Owner{App: "a"}}, {Owner: sessiondb.Owner{App: "a", User: "u"}}}
		for _, values := range sessions {
			own := &sessiondb.State{Owner: sessiondb.Owner{App: "a", User: "u", Session: "s"}}
			for key, v := range values {
				at := own
				switch scope, _ := runtime.ParseKey(key); scope {
				case runtime.ScopeApp:
					at = all[0]
				case runtime.ScopeUser:
					at = all[1]
				}
				one := sessiondb.Value{Key: key, Value: v}
				if one.Damaged = v == "DAMAGED"; one.Damaged {
					one.Value = nil
				}
				at.Values = append(at.Values, one)
			}
			all = append(all, own)
		}
		for _, s := range all {
			if !yield(s, nil) {
				return
			}
		}
	}
}

func shownWhole(t *testing.T, v any) string {
	t.Helper()
	text, err := runtime.EncodeValue(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
