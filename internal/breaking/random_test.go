package breaking

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// number is how often a random test draws: what an environment variable says, or
// little enough for every day.
func number(t *testing.T, variable string, usual int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// drawnPair is a schema before and after one to five changes.
type drawnPair struct {
	seed       uint64
	old, new   *schema.Schema
	texts      [2]string
	comparison *comparison
	found      diag.List
}

func loaded(text, name string) *schema.Schema {
	return load.Schema(name, draw.Read(name, text)).Schema
}

func newDrawer(seed uint64) *draw.Drawer {
	return draw.New(seed, draw.Options{Limits: true})
}

// chain draws a schema, and then changes it again and again.
func chain(seed uint64, length int) []drawnPair {
	return chainBy(draw.New(seed, draw.Options{Limits: true, Turns: true}), seed, length)
}

func chainBy(d *draw.Drawer, seed uint64, length int) []drawnPair {
	at, _ := d.Sound()
	var pairs []drawnPair
	for len(pairs) < length {
		next := at.Clone()
		for range 1 + d.IntN(5) {
			d.Change(next)
		}
		text := next.String()
		old, today := loaded(at.String(), "old.yaml"), loaded(text, "new.yaml")
		if today == nil || len(next.Keys) > 9 {
			if d.Chance(10) { // it leads nowhere
				at, _ = d.Sound()
			}
			continue
		}
		p := drawnPair{seed: seed, old: old, new: today, texts: [2]string{at.String(), text}}
		p.comparison = newComparison(old, today)
		p.comparison.compare()
		p.found = p.comparison.diagnostics().Sort()
		pairs, at = append(pairs, p), next
	}
	return pairs
}

// judge holds what was found to what is observed.
func (p drawnPair) judge(t *testing.T, observed []observation) {
	t.Helper()
	if len(p.comparison.unverified) > 0 {
		t.Errorf("seed %d: witnesses that are none: %v\n%s\n%s", p.seed, p.comparison.unverified, p.texts[0], p.texts[1])
	}
	p.judgeCertain(t)
	for _, o := range observed {
		if !p.says(o) {
			t.Errorf("seed %d: nothing is said of %s: %s %s %s\nbefore\n%s\nafter\n%s\nfound\n%s",
				p.seed, o.key, o.rule, shown(o.state), o.what, p.texts[0], p.texts[1], printed(p.found))
			return
		}
	}
}

// judgeCertain draws values for findings that are said of all: each is concerned, and
// all are refused or none is.
func (p drawnPair) judgeCertain(t *testing.T) {
	t.Helper()
	d := newDrawer(p.seed)
	for _, f := range p.comparison.found {
		isValue := strings.HasPrefix(f.rule.ID, "stored-value") || strings.HasPrefix(f.rule.ID, "rolling-value")
		if !isValue || f.how != always && f.how != silent {
			continue
		}
		for _, one := range p.comparison.pairs {
			if one.old == nil || one.new == nil || len(one.old.Params) != len(one.new.Params) || unchanged(one) || f.path == "" && f.old != one.old.Span ||
				one.wire() != f.key && !slices.Contains(f.also, one.wire()) {
				continue // another key's, or one beside its family
			}
			from, to := one.old, one.new
			fromWire, toWire := one.wires()
			if axis(f.rule.ID) == "rolling" {
				from, to, fromWire, toWire = to, from, toWire, fromWire
			}
			first, other, again := turn(from, to, fromWire, toWire)
			for range 12 {
				state := map[string]any{fromWire: d.Of(from.Key)}
				before, now := from.Read(fromWire, state), to.Read(toWire, state)
				if !from.Stores(state[fromWire]) || now.ByHand {
					continue
				}
				isSame := effectOf(before, now) == same && !comesBack(first, other, again, state[fromWire]) && !losesField(before.Value, now.Value)
				isOther := f.how == silent && now.Err != nil || strings.HasSuffix(f.rule.ID, "refused") && now.Err == nil
				if isSame || f.path == "" && isOther {
					t.Errorf("seed %d: %s (%s) does not hold for %s\nbefore\n%s\nafter\n%s\nfound\n%s",
						p.seed, f.message(), f.rule.ID, shown(state), p.texts[0], p.texts[1], printed(p.found))
					return
				}
			}
		}
	}
}

// says reports whether a finding about the key is by the observation's rule, or by a
// graver one on its axis.
func (p drawnPair) says(o observation) bool {
	return slices.ContainsFunc(p.comparison.found, func(f *finding) bool {
		isGraver := axis(f.rule.ID) == axis(o.rule) && gravity(f.rule.ID) <= gravity(o.rule)
		return (f.key == o.key || slices.Contains(f.also, o.key)) && (f.rule.ID == o.rule || isGraver)
	})
}

// axis is that of a rule on stored values; other rules have one each.
func axis(rule string) string {
	switch {
	case strings.HasPrefix(rule, "rolling-value"), rule == constraintLoosened.ID:
		return "rolling"
	case strings.HasPrefix(rule, "stored-value"), rule == constraintTightened.ID:
		return "stored"
	}
	return rule
}

// gravity is what becomes of a value by a rule, the gravest first.
func gravity(rule string) int {
	return slices.IndexFunc([]string{"refused", "lost", "changed", ""}, func(end string) bool { return strings.HasSuffix(rule, end) })
}

// observed is what becomes of drawn values, both ways.
func (p drawnPair) observed(tries int) []observation {
	d, old, today := newDrawer(p.seed), reading.New(p.old), reading.New(p.new)
	return append(observe(d, old, today, p.new.Removed, false, tries), observe(d, today, old, nil, true, tries)...)
}

// TestRandomPairs draws changes of schemas. Where nothing is said of a key, no drawn
// value is refused, lost or read as something else; and each witness is.
// STATEGEN_PAIRS says how many pairs are drawn.
func TestRandomPairs(t *testing.T) {
	const length = 10
	usual := 2000
	if testing.Short() {
		usual = 300
	}
	n, silentPairs, findings := number(t, "STATEGEN_PAIRS", usual), 0, 0
	for seed := range uint64(n / length) {
		for _, p := range chain(seed, length) {
			p.judge(t, p.observed(12))
			findings += len(p.found)
			if len(p.found) == 0 {
				silentPairs++
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d pairs, %d findings, none in %d pairs", n, findings, silentPairs)
}

// TestRandomPairsInGeneratedCode compiles both sides of drawn changes, and holds the
// interpreter to what the code does with the values that were drawn, and with the
// witnesses. STATEGEN_COMPILED_PAIRS says how many pairs are compiled.
func TestRandomPairsInGeneratedCode(t *testing.T) {
	const length = 10
	usual := 30
	if testing.Short() {
		usual = 10
	}
	n := number(t, "STATEGEN_COMPILED_PAIRS", usual)
	var pairs []drawnPair
	var schemas []*schema.Schema
	for seed := range uint64(max(1, n/length)) {
		drawn := chainBy(newDrawer(seed), seed, length) // without functions to write
		pairs = append(pairs, drawn...)
		schemas = append(schemas, drawn[0].old)
		for _, p := range drawn {
			schemas = append(schemas, p.new)
		}
	}
	program := compile(t, schemas)
	var questions []question
	for i, p := range pairs {
		old := i + i/length
		for _, state := range p.states() {
			questions = append(questions, question{old, state}, question{old + 1, state})
		}
	}
	program.hold(t, questions)
	t.Logf("%d pairs, %d states", len(pairs), len(questions))
}

// states are some of the states that both sides may leave behind, and others.
func (p drawnPair) states() []map[string]any {
	d := newDrawer(p.seed)
	list := []map[string]any{{}}
	for _, s := range []*schema.Schema{p.old, p.new} {
		r := reading.New(s)
		for range 8 {
			state := map[string]any{}
			for _, k := range r.Keys {
				if d.Chance(80) {
					names := k.Names(member(k))
					state[names[d.IntN(len(names))]] = d.Of(k.Key)
				}
			}
			list = append(list, state)
		}
	}
	for _, w := range p.comparison.witnesses {
		list = append(list, w.state)
	}
	return list
}
