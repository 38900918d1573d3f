package breaking

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

// This file is about several keys that become one, and several fields.

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
		before: p.old.Wire(), how: silentlySet,
		text: fmt.Sprintf(onlyFirst, diag.Quote(names[0]), diag.Quote(oldWire), ""), cure: fmt.Sprintf(cureOfBoth, "keys"),
	})
}

// joinedFields are the fields of an object that a field of another one looks under, in
// the order in which it does.
func joinedFields(object *schema.Named, g *schema.Field) (list []*schema.Field) {
	for _, name := range append([]string{g.Name}, plan.FieldMoves(g).Names...) {
		if f := fieldNamed(object.Fields, name); f != nil {
			list = append(list, f)
		}
	}
	return list
}

// displacedFields is displaced for the fields of an object.
func (p *pass) displacedFields(from form, g *schema.Field, at place) {
	list := joinedFields(from.typ.Named, g)
	for i, f := range list {
		if i == 0 {
			continue
		}
		first := list[0].Name
		both := withField(p.maker.base(from, from), first, p.maker.sample(fieldForm(list[0]), fieldForm(g), depth))
		if object, ok := both.(map[string]any); ok {
			both = withField(object, f.Name, p.maker.sample(fieldForm(f), fieldForm(g), depth))
		}
		p.report(storedValueLost, finding{
			path: at.field(g), new: g.Span, old: f.Span, before: describeField(f),
			text: fmt.Sprintf(onlyFirst, diag.Quote(first), diag.Quote(f.Name), ", as in "+shown(at.wrap(both))),
			how:  extentOf(at.always && !list[0].Optional && !f.Optional, true), cure: fmt.Sprintf(cureOfBoth, "fields"),
		})
	}
}
