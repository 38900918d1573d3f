package index

import "github.com/seed92179c4c/stategen/diag"

// resembling finds names that resemble each other without comparing all of them.
type resembling struct {
	Folded, bare map[string][]string // by what they read like, without their scopes too
	Slips        int                 // how many more pairs of names are compared letter by letter
}

const (
	mostAlike = 100       // names that read the same
	mostSlips = 3_000_000 // a second or two
)

func newResembling() resembling {
	return resembling{Folded: map[string][]string{}, bare: map[string][]string{}, Slips: mostSlips}
}

// note adds a name.
func (x *resembling) note(name string) {
	if id := diag.Fold(name); len(x.Folded[id]) < mostAlike {
		x.Folded[id] = append(x.Folded[id], name)
	}
	if id := diag.Fold(Bare(name)); len(x.bare[id]) < mostAlike {
		x.bare[id] = append(x.bare[id], name)
	}
}

// Nearest returns the names that read the same, are the same in another scope, or
// differ by a slip, of those that suit.
func (x *resembling) Nearest(name string, all []string, suits func(string) bool) []string {
	for _, alike := range [][]string{x.Folded[diag.Fold(name)], x.bare[diag.Fold(Bare(name))]} {
		if found := only(alike, suits); len(found) > 0 {
			return found
		}
	}
	if x.Slips < len(all) {
		return nil
	}
	x.Slips -= len(all)
	scope := ScopeOf(name)
	return diag.Nearest(name, only(all, func(other string) bool { return ScopeOf(other) == scope && suits(other) }))
}

func only(names []string, suits func(string) bool) (list []string) {
	for _, name := range names {
		if suits(name) {
			list = append(list, name)
		}
	}
	return list
}
