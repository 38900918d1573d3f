package draw

import (
	"fmt"
	"math/rand/v2"
)

// Options say what a drawer draws beside plain schemas, whose keys take any value of their
// type.
type Options struct {
	Keys    int      // how many keys a schema has; 0: a few
	Limits  bool     // limits and merges
	Moves   bool     // other names, earlier declarations and removed keys
	GoTypes []string // what go_type may be
	Turns   bool     // changes that give values another meaning, or make one key of two
	// Hostile draws names and texts that try to break out of their place, and all else that
	// a schema can have. Such a schema may include those that Read serves, and may have mistakes.
	Hostile bool
	// Loose draws values that no setter stores: of other types, under older names, in
	// forms that getters read all the same.
	Loose bool
	// Note is told each feature that is drawn; nil: nobody is.
	Note func(feature string)
}

// Drawer draws the same for the same seed and the same calls.
type Drawer struct {
	*rand.Rand
	Options
	next  int             // number of the next plain name
	taken map[string]bool // hostile names by their scope
}

// New returns a drawer.
func New(seed uint64, o Options) *Drawer {
	if o.Note == nil {
		o.Note = func(string) {}
	}
	return &Drawer{Rand: rand.New(rand.NewPCG(seed, 1)), Options: o, taken: map[string]bool{}}
}

// Pick draws one of a list.
func Pick[T any](d *Drawer, from ...T) T { return from[d.IntN(len(from))] }

// Chance is true that often in a hundred times.
func (d *Drawer) Chance(percent int) bool { return d.IntN(100) < percent }

// maybe draws a feature that often in a hundred times.
func (d *Drawer) maybe(percent int, feature string) bool {
	if !d.Chance(percent) {
		return false
	}
	d.Note(feature)
	return true
}

// name draws a name that is new in its scope.
func (d *Drawer) name(scope string) string {
	if d.Hostile {
		return d.hostileName(scope)
	}
	d.next++
	return fmt.Sprintf("%c%d", scope[0], d.next)
}
