package breaking

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
)

// This file is about several keys that become one.

// joints are the keys of a schema by the shapes of their older names: an old key may
// be among these although the new one stands for another key already.
func joints(s *reading.Schema) map[string]*reading.Key {
	keys := map[string]*reading.Key{}
	for _, k := range s.Keys {
		for _, name := range olderNames(k) {
			keys[shapeOf(k, name)] = k
		}
	}
	return keys
}

// joined are the names of old keys that a new key looks under, in the order in which
// it does.
func (c *comparison) joined(today *reading.Key) []string {
	wire := today.Wire()
	if len(today.Params) > 0 {
		wire = member(today)
	}
	return slices.DeleteFunc(today.Names(wire), func(name string) bool { return c.old.read.Key(name) == nil })
}

// displaced reports that of several keys that become one only the first is read.
func (c *comparison) displaced(p pair, oldWire string) {
	names := c.joined(p.new)
	i := slices.Index(names, oldWire)
	if i < 1 {
		return
	}
	c.report(storedValueLost, finding{
		key: p.new.Wire(), new: p.new.Span, old: p.old.Span, before: p.old.Wire(), how: silentlySet,
		text: fmt.Sprintf("where both %s and %s are stored, the new code reads %s alone", diag.Quote(names[0]), diag.Quote(oldWire), diag.Quote(names[0])),
		cure: "keep both keys, until code of your own has made one value of the two wherever both are set",
		counters: []counter{{pair: p, quiet: true, of: func(h *holding) effect {
			if h.alias == "" && h.now.Name != "" && h.now.Name != h.oldWire {
				return dropped
			}
			return same
		}}},
	})
}
