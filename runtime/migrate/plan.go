package migrate

import (
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
)

// Key is a declared key, or a family of keys, whose values may be elsewhere.
type Key interface {
	// Declared is the key as the schema has it: of a family, the pattern.
	Declared() string
	// Match returns the key of today that a stored key is or is another name of.
	Match(stored string) (wire string, ok bool)
	// Names returns under which names values of a key may be: its own, and those
	// that are to be left.
	Names(wire string) []string
	// Next returns the name under which the next release stores a key, "" if there
	// is none. Where it has the value and today's name has none, nothing is moved:
	// getters read it before older names.
	Next(wire string) string
	// Today returns a key's value as today's schema stores it, given those of its
	// Names that are set; nil if all of these count as not set, and are to be cleared.
	// ErrNeedsGo: only a function of the program's own can tell.
	Today(wire string, stored map[string]any) (any, error)
}

// ErrNeedsGo is the error of Key.Today for a value that only a function of the
// program's own converts.
var ErrNeedsGo = errors.New("a function of the program's own converts the value")

// Schema is what is to be migrated.
type Schema struct {
	Keys []Key
	// Purge reports of a stored key whether it is to be cleared, and by which entry of
	// the schema. It may be nil.
	Purge func(stored string) (entry string, ok bool)
}

// outcome says what is to become of a key's values.
type outcome int

const (
	unchanged outcome = iota
	moved             // a value gets today's name or form
	cleared           // an older name is cleared, since today's is set; or a value that was dropped
	purged            // a removed key is cleared
	needsGo           // left: only the program itself can convert it
	refused           // left: it can't be read
)

// candidate is a key of an owner that may have to be migrated.
type candidate struct {
	key   Key    // nil: to be purged
	entry string // in the schema
	wire  string
	names []string
	next  string // as Key.Next has it
}

// candidates finds what may have to be done with an owner's own values. What they
// become must be in a scope that the owner can write.
func (s *Schema) candidates(scope runtime.Scope, own []string) []candidate {
	var found []candidate
	seen := map[string]bool{}
	for _, stored := range own {
		c, ok := s.candidate(stored)
		if !ok || seen[c.wire] {
			continue
		}
		seen[c.wire] = true
		to, _ := runtime.ParseKey(c.wire)
		if to < scope || to == runtime.ScopeTemp {
			continue
		}
		c.names = slices.DeleteFunc(c.names, func(name string) bool {
			from, _ := runtime.ParseKey(name)
			return from < scope || from > to // the value of one session, or of many
		})
		found = append(found, c)
	}
	return found
}

func (s *Schema) candidate(stored string) (candidate, bool) {
	for _, k := range s.Keys {
		if wire, ok := k.Match(stored); ok {
			return candidate{k, k.Declared(), wire, k.Names(wire), k.Next(wire)}, true
		}
	}
	if s.Purge == nil {
		return candidate{}, false
	}
	entry, ok := s.Purge(stored)
	return candidate{entry: entry, wire: stored, names: []string{stored}}, ok
}

// change is what is to be written for a candidate.
type change struct {
	outcome
	writes map[string]any // nil clears
}

// change decides, given the values under the candidate's names.
func (c candidate) change(stored map[string]any) change {
	if c.key == nil {
		return change{purged, map[string]any{c.wire: nil}}
	}
	value, err := c.key.Today(c.wire, stored)
	switch {
	case errors.Is(err, ErrNeedsGo):
		return change{outcome: needsGo}
	case err != nil:
		return change{outcome: refused}
	case value == nil:
		return c.dropped(stored)
	}
	ch := change{writes: map[string]any{}}
	if !reflect.DeepEqual(value, stored[c.wire]) {
		ch.outcome, ch.writes[c.wire] = moved, value
	}
	for _, name := range c.names[1:] {
		if stored[name] == nil {
			continue
		}
		ch.writes[name] = nil
		if ch.outcome == unchanged {
			ch.outcome = cleared
		}
	}
	return ch
}

// dropped clears values in older forms that today's code reads as not set: without the
// earlier declarations it would refuse them.
func (c candidate) dropped(stored map[string]any) change {
	ch := change{outcome: cleared, writes: map[string]any{}}
	for _, name := range c.names {
		if stored[name] != nil {
			ch.writes[name] = nil
		}
	}
	return ch
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
