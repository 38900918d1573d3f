package moves

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/family"
	"github.com/seed92179c4c/stategen/schema/internal/report"
)

const (
	maxFamilies     = 2000
	maxOverlapSteps = 300_000    // of comparing families with each other
	maxMatchSteps   = 20_000_000 // of comparing keys with families, in bytes
)

// claim is a name, or a family of names, that a store may hold.
type claim struct {
	key   *schema.Key // what it looks like; Span is where it is written
	owner *schema.Key // the declared key that it belongs to; nil: it is removed
	rule  diag.Rule   // what a mistake about it is; empty: it is declared
	id    string      // equal for what other checks find equal
}

// checkShapes reports other names, and removed ones, that belong to a family as
// well, or a family of them to which something else belongs. A single key may stand
// beside a declared family, and beside one that is gone.
func (r *Reader) checkShapes(s *schema.Schema) {
	var plain, families []claim
	for _, c := range r.claims(s) {
		if len(c.key.Params) > 0 {
			families = append(families, c)
		} else {
			plain = append(plain, c)
		}
	}
	if len(families) > maxFamilies {
		r.tooMany(families[maxFamilies].key)
		return
	}
	r.told = map[*schema.Key]bool{}
	r.keysInFamilies(plain, families)
	r.familiesTogether(families)
}

// claims lists all names in the order in which they are written.
func (r *Reader) claims(s *schema.Schema) []claim {
	var all []claim
	for _, k := range s.Keys {
		all = append(all, claim{key: k, owner: k, id: pattern(k.Wire())})
	}
	for _, n := range r.names {
		if n.owner.key != nil {
			all = append(all, claim{keyOf(n.text, n.span), n.owner.key, invalidRename, pattern(n.text)})
		}
	}
	for _, gone := range s.Removed {
		all = append(all, claim{keyOf(gone.Key, gone.Span), nil, invalidRemoval, pattern(gone.Key)})
	}
	return all
}

func (r *Reader) tooMany(at *schema.Key) {
	r.Say(report.ManyNames, at.Span)
}

func (r *Reader) keysInFamilies(plain, families []claim) {
	steps := maxMatchSteps
	for _, f := range families {
		matcher, first := family.NewMatcher(f.key), f.key.Literals()[0]
		for _, c := range plain {
			single := c.rule.ID != invalidRename.ID && f.rule.ID != invalidRename.ID
			if single || !strings.HasPrefix(c.key.Wire(), first) {
				continue
			}
			if steps -= len(c.key.Name) + 1; steps < 0 {
				r.tooMany(f.key)
				return
			}
			if matcher.Matches(c.key.Wire()) {
				r.both(c, f, c.key.Wire())
			}
		}
	}
}

func (r *Reader) familiesTogether(all []claim) {
	byKey, keys := map[*schema.Key]claim{}, []*schema.Key{}
	others := false
	for _, c := range all {
		byKey[c.key], others = c, others || c.rule.ID != ""
		keys = append(keys, c.key)
	}
	if !others {
		return // the declared ones are compared elsewhere
	}
	found, complete := family.Overlaps(keys, maxOverlapSteps)
	if !complete {
		r.tooMany(keys[0])
	}
	for _, o := range found {
		a, b := byKey[o.A], byKey[o.B]
		if a.id != b.id && (a.rule.ID != "" || b.rule.ID != "") && (a.owner != nil || b.owner != nil) {
			r.both(a, b, o.Key)
		}
	}
}

// both reports a key that belongs to two claims, at the one that is not declared,
// and of two such at the later one.
func (r *Reader) both(a, b claim, key string) {
	if a.rule.ID == "" || b.rule.ID != "" && a.key.Span.File == b.key.Span.File && a.key.Span.Start < b.key.Span.Start {
		a, b = b, a
	}
	for _, c := range []claim{a, b} {
		if c.owner != nil {
			r.Types.Doubt(c.owner, nil)
		}
	}
	if r.told[a.key] {
		return // one is enough to see why
	}
	r.told[a.key] = true
	r.Add(a.rule, a.key.Span, "%s could belong to %s and to %s", diag.Quote(key), diag.Quote(a.key.Wire()), diag.Quote(b.key.Wire())).
		Hint("one name can't hold the values of two: %s", a.cure()).Related(b.key.Span, "the other")
}

func (c claim) cure() string {
	if c.owner == nil {
		return "rename what is declared, or take this out"
	}
	return "take this out, and move its values with writes of your own"
}
