package breaking

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/yaml"

	"github.com/seed92179c4c/stategen/schema"
)

// The hints that have lines of schemas.
var (
	twoSteps   = regexp.MustCompile("first `(.*)`, then `(.*)`$")
	besideStep = regexp.MustCompile("first `(.*)` beside ")
	oneStep    = regexp.MustCompile("if the values convert: `(.*)`; else")
)

// node is a part of a schema as text.
type node = map[string]any

// hinted is a change whose hints are followed to the letter.
type hinted struct {
	t        *testing.T
	old, new node
	releases *[]release // that were compared; nil: nobody asks
}

// release is one that is made beside another, without findings of rules with a text in
// their names.
type release struct {
	old, new *schema.Schema
	rules    string
}

func newHinted(t *testing.T, old, today string) hinted {
	return hinted{t, parsed(t, old), parsed(t, today), nil}
}

func parsed(t *testing.T, text string) node {
	t.Helper()
	var s node
	if err := yaml.Unmarshal([]byte(text), &s); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

// follow does what the hint of a finding says, and returns how many lines it took over.
func (h hinted) follow(c *comparison, f *finding) int {
	h.t.Helper()
	was := oldName(c, f)
	if m := twoSteps.FindStringSubmatch(f.cure); m != nil {
		first, last := h.line(m[1]), h.line(m[2])
		between := h.with(h.old, h.new, first)
		h.finds(f, h.old, between, "")
		h.finds(f, alone(between, was), alone(h.with(h.new, h.old, last), f.key), "-value-")
		return 2
	}
	if m := besideStep.FindStringSubmatch(f.cure); m != nil {
		between := h.with(h.old, h.new, h.line(m[1]))
		h.finds(f, h.old, between, "")
		after := copied(between)
		delete(after["keys"].(node), was)
		removed, _ := after["removed"].([]any)
		after["removed"] = append(slices.Clone(removed), was)
		h.finds(f, between, after, "-value-")
		return 2
	}
	if m := oneStep.FindStringSubmatch(f.cure); m != nil {
		h.finds(f, alone(h.old, was), alone(h.with(h.new, h.old, h.line(m[1])), f.key), "stored-value-")
		return 1
	}
	return 0
}

// finds holds that nothing is found by rules with a text in their names.
func (h hinted) finds(f *finding, old, today node, rules string) {
	h.t.Helper()
	if said := h.broken(old, today, rules); said != "" {
		h.t.Errorf("%s\nhint: %s\nfrom\n%s\nto\n%s\n%s", f.message(), f.cure, h.text(old), h.text(today), said)
		return
	}
	h.made(old, today, rules)
}

// made notes a release for who asks.
func (h hinted) made(old, today node, rules string) {
	if h.releases != nil {
		*h.releases = append(*h.releases, release{loaded(h.text(old), "old.yaml"), loaded(h.text(today), "new.yaml"), rules})
	}
}

func (h hinted) broken(old, today node, rules string) string {
	before, after := loaded(h.text(old), "old.yaml"), loaded(h.text(today), "new.yaml")
	if before == nil || after == nil {
		return "a schema with mistakes"
	}
	for _, d := range Compare(before, after) {
		if strings.Contains(d.ID, rules) && d.ID != missingValueRefused.ID || rules == "" {
			return d.ID + ": " + d.Message
		}
	}
	return ""
}

func (h hinted) line(text string) node { return parsed(h.t, text) }

func (h hinted) text(s node) string {
	text, err := yaml.Marshal(s)
	if err != nil {
		h.t.Fatal(err)
	}
	return string(text)
}

// with is a schema with another declaration, and with the types that only other has.
func (h hinted) with(s, other, line node) node {
	c := copied(s)
	maps.Copy(c["keys"].(node), line)
	if types, _ := other["types"].(node); types != nil {
		all := copied(types)
		own, _ := c["types"].(node)
		maps.Copy(all, own)
		c["types"] = all
	}
	return c
}

// alone is a schema with one of its keys.
func alone(s node, name string) node {
	c := copied(s)
	c["keys"] = node{name: c["keys"].(node)[name]}
	delete(c, "removed")
	return c
}

func copied(m node) node {
	c := maps.Clone(m)
	for name, v := range c {
		if inner, ok := v.(node); ok {
			c[name] = copied(inner)
		}
	}
	return c
}

// oldName is what the key of a finding is called in the old schema.
func oldName(c *comparison, f *finding) string {
	for _, p := range c.pairs {
		if p.old != nil && p.wire() == f.key && (p.old.Span == f.old || f.path != "") {
			return p.old.Wire()
		}
	}
	return f.key
}

// TestHints follows the hints for all changes that tests name, and for the examples of
// all rules.
func TestHints(t *testing.T) {
	lines := 0
	try := func(name, old, today string) {
		t.Run(name, func(t *testing.T) {
			c, _ := compareTexts(t, body(old), body(today))
			for _, f := range c.found {
				lines += newHinted(t, body(old), body(today)).follow(c, f)
			}
		})
	}
	for _, c := range changeCases {
		try(c.name, c.old, c.new)
	}
	for _, c := range planCases {
		try(c.name, c.old, c.new)
	}
	for _, r := range Rules() {
		before, after, _ := strings.Cut(r.Bad, "# after")
		_, after, _ = strings.Cut(after, "\n")
		_, before, _ = strings.Cut(before, "\n")
		try(r.ID, strings.TrimSpace(before), strings.TrimSpace(after))
	}
	t.Logf("%d lines", lines)
	if lines < 50 {
		t.Errorf("only %d lines were taken over", lines)
	}
}

// TestPlansInGeneratedCode generates and compiles the releases of each plan. What either of
// two that run side by side stores, the other one reads as the same.
func TestPlansInGeneratedCode(t *testing.T) {
	var releases []release
	var changes [][2]string
	for _, c := range planCases {
		changes = append(changes, [2]string{body(c.old), body(c.new)})
	}
	for _, c := range changeCases {
		changes = append(changes, [2]string{body(c.old), body(c.new)})
	}
	for _, c := range changes {
		h := newHinted(t, c[0], c[1])
		h.releases = &releases
		comparison, _ := compareTexts(t, c[0], c[1])
		for _, f := range comparison.found {
			if !strings.Contains(f.cure, "convert: go") { // needs a function
				h.follow(comparison, f)
			}
		}
	}
	if testing.Short() { // all take ten seconds to compile
		releases = releases[:len(releases)/4]
	}
	var schemas []*schema.Schema
	for _, r := range releases {
		schemas = append(schemas, r.old, r.new)
	}
	p := compile(t, schemas)
	var questions []question
	for i, r := range releases {
		d, old, today := newDrawer(uint64(i)), p.readers[2*i], p.readers[2*i+1]
		observed := append(observe(d, old, today, r.new.Removed, false, 30), observe(d, today, old, nil, true, 30)...)
		for _, o := range gravest(observed) {
			if strings.Contains(o.rule, r.rules) && o.rule != missingValueRefused.ID {
				t.Errorf("release %d, %s: %s of %v %s", i, o.rule, o.key, o.state, o.what)
			}
		}
		for _, k := range old.Keys {
			state := map[string]any{member(k): d.Of(k.Key)}
			questions = append(questions, question{2 * i, state}, question{2*i + 1, state})
		}
	}
	p.hold(t, questions)
	t.Logf("%d releases, %d states", len(releases), len(questions))
	if len(releases) == 0 {
		t.Error("no release was made")
	}
}

// TestRandomHints follows the hints for drawn changes. STATEGEN_PAIRS says how many
// pairs are drawn.
func TestRandomHints(t *testing.T) {
	const length = 10
	usual, lines := 2000, 0
	if testing.Short() {
		usual = 100
	}
	for seed := range uint64(number(t, "STATEGEN_PAIRS", usual) / length) {
		for _, p := range chain(3000+seed, length) {
			h := newHinted(t, p.texts[0], p.texts[1])
			for _, f := range p.comparison.found {
				lines += h.follow(p.comparison, f)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d lines", lines)
	if lines == 0 {
		t.Error("no line was taken over")
	}
}
