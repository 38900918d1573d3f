package plan

import (
	"slices"

	"github.com/seed92179c4c/stategen/schema"
)

// CheckKind is what a Check looks at.
type CheckKind int

// The kinds of checks: those of a schema's constraints, and Parts, which is
// whatever the constraints of fields inside the value demand.
const (
	Min CheckKind = iota
	Max
	MinLength
	MaxLength
	MinItems
	MaxItems
	Pattern
	Unique
	Parts
)

// Check is one thing that must be true of a value.
type Check struct {
	Kind  CheckKind
	Bound any // of Min and Max, as schema.Bound has it
	N     int // of lengths and numbers of items
}

// Checks lists what is checked of the values of a type, in the order in which
// they are checked.
func Checks(t *schema.Type, c schema.Constraints) []Check {
	list := append(boundChecks(c), countChecks(c)...)
	if c.Pattern != nil {
		list = append(list, Check{Kind: Pattern})
	}
	if c.Unique {
		list = append(list, Check{Kind: Unique})
	}
	if PartsConstrained(t) {
		list = append(list, Check{Kind: Parts})
	}
	return list
}

func boundChecks(c schema.Constraints) []Check {
	var list []Check
	if c.Min != nil {
		list = append(list, Check{Kind: Min, Bound: c.Min.Data})
	}
	if c.Max != nil {
		list = append(list, Check{Kind: Max, Bound: c.Max.Data})
	}
	return list
}

func countChecks(c schema.Constraints) []Check {
	var list []Check
	for _, limit := range []struct {
		kind CheckKind
		*schema.Limit
	}{{MinLength, c.MinLength}, {MaxLength, c.MaxLength}, {MinItems, c.MinItems}, {MaxItems, c.MaxItems}} {
		if limit.Limit != nil {
			list = append(list, Check{Kind: limit.kind, N: limit.N})
		}
	}
	return list
}

// PartsConstrained reports whether any field inside values of a type has
// constraints.
func PartsConstrained(t *schema.Type) bool {
	return anyInside(t, map[*schema.Named]bool{}, func(n *schema.Named) bool {
		return slices.ContainsFunc(n.Fields, func(f *schema.Field) bool { return f.Constraints != schema.Constraints{} })
	})
}

// anyInside reports whether something is so of an enum or object that values of a type are made of.
func anyInside(t *schema.Type, seen map[*schema.Named]bool, is func(*schema.Named) bool) bool {
	switch {
	case t.Elem != nil:
		return anyInside(t.Elem, seen, is)
	case t.Named == nil || seen[t.Named]:
		return false
	}
	seen[t.Named] = true
	return is(t.Named) || slices.ContainsFunc(t.Named.Fields, func(f *schema.Field) bool { return anyInside(f.Type, seen, is) })
}

// Recursive reports whether values of a type can contain themselves: an object
// among what it is made of has fields of its own type.
func Recursive(t *schema.Type) bool { return meetsItself(t, map[*schema.Named]bool{}) }

// meetsItself reports whether an object occurs inside itself. Of the
// objects seen, those that enclose the type are marked true.
func meetsItself(t *schema.Type, seen map[*schema.Named]bool) bool {
	if t.Elem != nil {
		return meetsItself(t.Elem, seen)
	}
	if t.Kind != schema.Object {
		return false
	}
	if open, known := seen[t.Named]; known {
		return open
	}
	seen[t.Named] = true
	found := slices.ContainsFunc(t.Named.Fields, func(f *schema.Field) bool { return meetsItself(f.Type, seen) })
	seen[t.Named] = false
	return found
}
