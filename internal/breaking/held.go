package breaking

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
)

// held is what a database holds of what a finding is about.
type held struct {
	counts [concerned + 1]int64 // values by effect
	of     int64                // how many values or owners there are
	unit   string               // what is counted: "value", or of whom the key is missing
	owners [3]int64             // that hold such values, by scope
	last   int64                // the number of the last owner
}

// concerned counts owners without a value, and values of which no effect is known.
const concerned = same + 1

// words say what becomes of stored values.
var words = [...]string{
	refused: "refused", dropped: "no longer found", altered: "silently read as something else", constrained: "refused by Load and setters",
}

func (s *held) add(e effect, scope runtime.Scope, owner int64) {
	s.counts[e]++
	if s.last != owner {
		s.last = owner
		s.owners[scope]++
	}
}

func (s *held) affected() (n int64) {
	for _, count := range s.counts {
		n += count
	}
	return n
}

// String says how many values become what, and whose they are.
func (s *held) String() string {
	var parts []string
	of := " of " + diag.Count(s.of, s.unit)
	for e, word := range words {
		if n := s.counts[e]; n > 0 {
			parts = append(parts, diag.Number(n)+of+" "+map[bool]string{true: "is", false: "are"}[n == 1]+" "+word)
			of = ""
		}
	}
	switch {
	case s.unit != value:
		return diag.Number(s.counts[concerned]) + of + " without a value"
	case s.counts[concerned] > 0:
		parts = append(parts, diag.Number(s.counts[concerned])+of)
	}
	var owners []string
	for scope, n := range s.owners {
		if n > 0 {
			owners = append(owners, diag.Count(n, runtime.Scope(scope).String()))
		}
	}
	slices.Reverse(owners)
	return strings.Join(parts, " and ") + ", in " + strings.Join(owners, " and ")
}

// value is the unit of values.
const value = "value"

// pairTally is what is counted of a pair.
type pairTally struct {
	pair
	settled  bool // no value can be concerned
	values   int64
	findings []*finding // whose counters take whole values
	other    map[effect]*finding
}

// resolved is what a stored key is.
type resolved struct {
	of              *pairTally // nil: nothing is counted of it
	oldWire, toWire string     // toWire is empty if the new code has no place for it
	alias           string     // the other name in the old schema; empty: the key itself
}

// holding is a stored value, as both sides read it.
type holding struct {
	resolved
	value       any
	before, now reading.Result
	effect      effect
}
