package schema

import (
	"slices"
	"strings"
)

// checkFamilies reports two families that stand for one key. Only families
// whose texts before the first parameter agree can do so, so they are compared
// in the order of these texts.
func (l *loader) checkFamilies(s *Schema) {
	var families []*Key
	for _, k := range s.Keys {
		if len(k.Params) > 0 {
			families = append(families, k)
		}
	}
	if len(families) > maxFamilies {
		l.add(idFileLimit, families[maxFamilies].Span, "more than %d families of keys are declared", maxFamilies).
			hint("keep such data in a map")
		l.doubtful(families)
		return
	}
	slices.SortStableFunc(families, func(a, b *Key) int { return strings.Compare(a.prefix(), b.prefix()) })
	c := newComparer()
	for i, a := range families {
		for _, b := range families[i+1:] {
			if !strings.HasPrefix(b.prefix(), a.prefix()) {
				break
			}
			l.overlap(c, a, b)
		}
	}
	if c.steps < 0 {
		l.add(idFileLimit, families[0].Span, "the families of keys are too many and too long to be compared").
			hint("begin each with a text of its own")
		l.doubtful(families)
	}
}

const (
	maxFamilies    = 1000
	maxFamilySteps = 300_000
)

// prefix is what every key of a family begins with, scope included.
func (k *Key) prefix() string { return k.Scope.Key(k.Name[:k.Params[0].Start]) }

func (l *loader) overlap(c *comparer, a, b *Key) {
	key, ok := c.commonKey(a, b)
	if !ok || a.Wire() == b.Wire() {
		return
	}
	if a.Span.File == b.Span.File && a.Span.Start > b.Span.Start {
		a, b = b, a
	}
	l.add(idFamilyOverlap, b.Span, "%s could belong to %s and to %s", quote(key), quote(b.Wire()), quote(a.Wire())).
		hint("begin the two with different texts").related(a.Span, "the other family")
	l.doubtful([]*Key{a, b})
}

// doubtful notes keys that can't stay as they are.
func (l *loader) doubtful(keys []*Key) {
	for _, k := range keys {
		l.gaps.declared[k] = true
	}
}
