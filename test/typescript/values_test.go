package typescript

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// subject is a schema, and what Go makes of its states.
type subject struct {
	file  string
	reads *reading.Schema
	base  map[string]any // what each state needs
}

type question struct {
	File string `json:"file"`
	Text string `json:"text"`
	Key  string `json:"key,omitempty"`
}

type answer struct {
	OK       bool
	Zod      string
	Plain    string
	Problems string
}

// subjects compiles the schema of the golden case, which has everything, and random ones.
func subjects(t *testing.T, p project, d *draw.Drawer, n int) []*subject {
	t.Helper()
	all := []*subject{{file: "all", reads: reading.New(loaded(t, read(t, golden+"stategen.yaml")))}}
	p.write("all.gen.ts", read(t, golden+"typescript.gen.ts"))
	for len(all) < n {
		_, s := d.Sound()
		text, ok := generated(t, s)
		if !ok {
			continue
		}
		name := fmt.Sprintf("s%d", len(all))
		p.write(name+".gen.ts", text)
		all = append(all, &subject{file: name, reads: reading.New(s)})
	}
	if problems := p.compile(); problems != nil {
		t.Fatal(problems)
	}
	return slices.DeleteFunc(all, func(s *subject) bool { return !s.required(d) })
}

// required draws values for the keys that each state needs. It is false of a schema for which that fails.
func (s *subject) required(d *draw.Drawer) bool {
	s.base = map[string]any{}
	for _, k := range s.reads.Keys {
		if !k.Required() || len(k.Params) > 0 {
			continue
		}
		for range 1000 {
			if stored, ok := set(k, d.Of(k.Key)); ok {
				s.base[k.Wire()] = stored
				break
			}
		}
		if s.base[k.Wire()] == nil {
			return false
		}
	}
	return true
}

// set is what the key's setter stores of a value, and whether it takes it.
func set(k *reading.Key, v any) (any, bool) {
	if v == nil {
		return nil, false
	}
	r := k.ReadValue(v)
	if r.Refused() != nil {
		return nil, false
	}
	stored, err := k.Encode(r)
	return stored, err == nil
}

// member is a key of a declaration: itself, or one of the family.
func member(d *draw.Drawer, k *reading.Key) string {
	for {
		if wire := strings.Join(k.Literals(), draw.Pick(d, "1", "a", "x y", "é")); k.Has(wire) {
			return wire
		}
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	normal, err := runtime.Normalize("", v)
	if err != nil {
		t.Fatal(err)
	}
	text, err := runtime.EncodeValue(normal)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func decoded(t *testing.T, text string) map[string]any {
	t.Helper()
	v, err := runtime.DecodeValue([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v.(map[string]any)
}

// TestRoundTrip has states that Go's setters stored come back from Node, through zod and through plain JSON.
func TestRoundTrip(t *testing.T) {
	p := newProject(t)
	d := draw.New(7, draw.Options{Limits: true, Keys: 12})
	var asked []question
	var of []*subject
	seen := map[schema.Kind]int{}
	for _, s := range subjects(t, p, d, 30) {
		for range 100 {
			state := maps.Clone(s.base)
			state["_foreign"] = map[string]any{"n": 1.5}
			for _, k := range s.reads.Keys {
				if stored, ok := set(k, extreme(d, k.Type, d.Of(k.Key), true)); ok && d.Chance(80) {
					state[member(d, k)] = stored
					seen[k.Type.Kind]++
				}
			}
			asked, of = append(asked, question{File: s.file, Text: encoded(t, state)}), append(of, s)
		}
	}
	for _, k := range []schema.Kind{schema.Int64, schema.Float, schema.Time, schema.Duration, schema.Bytes, schema.JSON, schema.Enum, schema.Object} {
		if seen[k] < 50 {
			t.Errorf("%d values of %s", seen[k], k)
		}
	}
	for i, a := range node[answer](p, "judge.mjs", asked) {
		if !a.OK {
			t.Fatalf("%s: zod refuses %s: %s", asked[i].File, asked[i].Text, a.Problems)
		}
		before := decoded(t, asked[i].Text)
		compare(t, of[i], before, decoded(t, a.Plain), false)
		compare(t, of[i], before, decoded(t, a.Zod), true)
	}
}

// compare holds that Go reads the same from two states, the second of which may have the defaults.
func compare(t *testing.T, s *subject, before, after map[string]any, defaults bool) {
	t.Helper()
	for wire, got := range after {
		was, stored := before[wire]
		k := s.reads.Key(wire)
		switch {
		case k == nil && encoded(t, was) != encoded(t, got):
			t.Fatalf("%s: foreign %s: %v, not %v", s.file, wire, got, was)
		case k == nil:
		case !stored && (!defaults || !reading.Same(k.Read(wire, after).Value, k.Read(wire, before).Value)):
			t.Fatalf("%s: %s comes from nowhere: %v", s.file, wire, got)
		case stored:
			first, _ := set(k, was)
			second, ok := set(k, got)
			if !ok || unsigned(encoded(t, first)) != unsigned(encoded(t, second)) {
				t.Fatalf("%s: %s: %v, not %v", s.file, wire, got, was)
			}
		}
	}
	for wire := range before {
		if _, ok := after[wire]; !ok {
			t.Fatalf("%s: %s is lost", s.file, wire)
		}
	}
}

// unsigned is JSON without the sign of zero, which JSON.stringify leaves out.
func unsigned(text string) string { return negativeZero.ReplaceAllString(text, "$1") }

var negativeZero = regexp.MustCompile(`-(0(?:\.0)?(?:[,\]}]|$))`)

// TestJudges has zod and Go's setters judge 100,000 values: each difference must be one that docs/typescript.md lists.
func TestJudges(t *testing.T) {
	p := newProject(t)
	d := draw.New(8, draw.Options{Limits: true, Loose: true, Keys: 12})
	all := subjects(t, p, d, 60)
	var asked []question
	var keys []*reading.Key
	var values []string
	for len(asked) < 100_000 {
		s := draw.Pick(d, all...)
		k := draw.Pick(d, s.reads.Keys...)
		v := extreme(d, k.Type, d.Of(k.Key), false)
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		q := question{File: s.file, Text: string(text), Key: k.Wire()}
		if len(k.Params) > 0 {
			state := maps.Clone(s.base)
			state[member(d, k)] = v
			whole, err := json.Marshal(state)
			if err != nil {
				t.Fatal(err)
			}
			q.Text, q.Key = string(whole), ""
		}
		asked, keys, values = append(asked, q), append(keys, k), append(values, string(text))
	}
	verdicts, excused := map[string]int{}, map[string]int{}
	for i, a := range node[answer](p, "judge.mjs", asked) {
		v, err := runtime.DecodeValue([]byte(values[i]))
		ok := err == nil
		if ok {
			_, ok = set(keys[i], v)
		}
		verdicts[fmt.Sprint("Go ", ok, ", zod ", a.OK)]++
		if ok == a.OK {
			continue
		}
		why := excuse(keys[i], values[i], ok)
		if excused[why]++; why == "" && excused[why] < 20 {
			t.Errorf("%s: %s of %s: Go %v, zod %v: %s", asked[i].File, values[i], keys[i].Type, ok, a.OK, a.Problems)
		}
	}
	t.Log(verdicts, excused)
	if verdicts["Go true, zod true"] < 10_000 || verdicts["Go false, zod false"] < 10_000 {
		t.Errorf("one-sided: %v", verdicts)
	}
}
