package load

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var familyOverlap = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "family-overlap",
	Summary: "one key could belong to two families",
	Why:     "Its value would be read by both, as two different types perhaps.",
	Bad:     "version: 1\nkeys:\n  \"order_{id}\": string?\n  \"order_{id}_note\": string?\n",
	Good:    "version: 1\nkeys:\n  \"order_{id}\": string?\n  \"note_{id}\": string?\n",
})

const (
	maxFamilies   = 2000
	maxMatchSteps = 20_000_000 // of comparing keys with families, in bytes
)

// claim is a name, or a family of names, that a store may hold.
type claim struct {
	key   *schema.Key // what it looks like; Span is where it is written
	owner *schema.Key // the declared key that it belongs to; nil: it is removed
	rule  diag.Rule   // what a mistake about it is; empty: it is declared
	id    string      // equal for what other checks find equal
}

func (c claim) declared() bool { return c.rule.ID == "" }

// checkFamilies reports names that belong to two families, and other names, and removed ones, that belong to a family as
// well. A single key may stand beside a declared family, and beside one that is gone.
func (m *moves) checkFamilies(s *schema.Schema) {
	var plain, families []claim
	for _, c := range m.claims(s) {
		if len(c.key.Params) > 0 {
			families = append(families, c)
		} else {
			plain = append(plain, c)
		}
	}
	if len(families) > maxFamilies {
		m.tooMany(families, families[maxFamilies].key)
		return
	}
	m.told = map[*schema.Key]bool{}
	m.keysInFamilies(plain, families)
	m.familiesTogether(families)
}

// claims lists all names in the order in which they are written.
func (m *moves) claims(s *schema.Schema) []claim {
	var all []claim
	for _, k := range s.Keys {
		all = append(all, claim{key: k, owner: k, id: unnamed(k.Wire())})
	}
	for _, n := range m.otherNames {
		all = append(all, claim{n.key, n.owner.key, n.rule(), n.id})
	}
	return all
}

// tooMany reports families that are too many to be compared, and so in doubt.
func (m *moves) tooMany(families []claim, at *schema.Key) {
	m.Say(yamlsrc.ManyFamilies, at.Span)
	for _, c := range families {
		m.doubt(owner{key: c.owner})
	}
}

func (m *moves) keysInFamilies(plain, families []claim) {
	steps := maxMatchSteps
	for _, f := range families {
		texts := f.key.Literals()
		matcher := typed.NewFamily(f.key.Wire(), texts)
		for _, c := range plain {
			single := c.rule.ID != invalidRename.ID && f.rule.ID != invalidRename.ID
			if single || !strings.HasPrefix(c.key.Wire(), texts[0]) {
				continue
			}
			if steps -= len(c.key.Name) + 1; steps < 0 {
				m.tooMany(families, f.key)
				return
			}
			if _, ok := matcher.Match(c.key.Wire()); ok {
				m.both(c, f, diag.Quote(c.key.Wire()))
			}
		}
	}
}

// familiesTogether reports each two families that one key could belong to.
func (m *moves) familiesTogether(all []claim) {
	slices.SortStableFunc(all, func(a, b claim) int { return strings.Compare(a.key.Literals()[0], b.key.Literals()[0]) })
	for i, a := range all {
		first := a.key.Literals()[0]
		for _, b := range all[i+1:] {
			if !strings.HasPrefix(b.key.Literals()[0], first) {
				break
			}
			if a.id == b.id || a.owner == nil && b.owner == nil {
				continue
			}
			if overlap(a.key, b.key) {
				m.both(a, b, "a key")
			}
		}
	}
}

// overlap reports whether one key could belong to two families: if the texts that they begin with go together, and
// those that they end with, whatever is between. A parameter can hold nearly any text.
func overlap(a, b *schema.Key) bool {
	x, y := a.Literals(), b.Literals()
	goTogether := func(x, y string, reaches func(string, string) bool) bool { return reaches(x, y) || reaches(y, x) }
	return goTogether(x[0], y[0], strings.HasPrefix) && goTogether(x[len(x)-1], y[len(y)-1], strings.HasSuffix)
}

// both reports a key that belongs to two claims, at the one that is not declared,
// and of two alike at the later one.
func (m *moves) both(a, b claim, key string) {
	later := a.key.Span.File != b.key.Span.File || a.key.Span.Start > b.key.Span.Start
	if a.declared() != b.declared() && a.declared() || a.declared() == b.declared() && !later {
		a, b = b, a
	}
	m.doubt(owner{key: a.owner})
	m.doubt(owner{key: b.owner})
	if a.declared() {
		m.Add(familyOverlap, a.key.Span, "%s could belong to %s and to %s", key, diag.Key(a.key.Wire()), diag.Key(b.key.Wire())).
			Hint("begin the two with different texts").Related(b.key.Span, "the other family")
		return
	}
	if m.told[a.key] {
		return // one is enough to see why
	}
	m.told[a.key] = true
	m.Add(a.rule, a.key.Span, "%s could belong to %s and to %s", key, diag.Quote(a.key.Wire()), diag.Quote(b.key.Wire())).
		Hint("one name can't hold the values of two: %s", a.cure()).Related(b.key.Span, "the other")
}

func (c claim) cure() string {
	if c.owner == nil {
		return "rename what is declared, or take this out"
	}
	return "take this out, and move its values with writes of your own"
}
