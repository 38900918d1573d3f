package audit

import "github.com/seed92179c4c/stategen/diag"

// resembling finds names that resemble each other without comparing all of them.
type resembling struct {
	folded, bare map[string][]string // by what they read like, without their scopes too
	slips        int                 // how many more pairs of names are compared letter by letter
}

const (
	mostAlike = 100       // names that read the same
	mostSlips = 3_000_000 // a second or two
)

func newResembling() resembling {
	return resembling{folded: map[string][]string{}, bare: map[string][]string{}, slips: mostSlips}
}

// note adds a name.
func (x *resembling) note(name string) {
	if id := diag.Fold(name); len(x.folded[id]) < mostAlike {
		x.folded[id] = append(x.folded[id], name)
	}
	if id := diag.Fold(bare(name)); len(x.bare[id]) < mostAlike {
		x.bare[id] = append(x.bare[id], name)
	}
}

// nearest returns the names that read the same, are the same in another scope, or
// differ by a slip, of those that suit.
func (x *resembling) nearest(name string, all []string, suits func(string) bool) []string {
	for _, alike := range [][]string{x.folded[diag.Fold(name)], x.bare[diag.Fold(bare(name))]} {
		if found := only(alike, suits); len(found) > 0 {
			return found
		}
	}
	if x.slips < len(all) {
		return nil
	}
	x.slips -= len(all)
	scope := scopeOf(name)
	return diag.Nearest(name, only(all, func(other string) bool { return scopeOf(other) == scope && suits(other) }))
}

func only(names []string, suits func(string) bool) (list []string) {
	for _, name := range names {
		if suits(name) {
			list = append(list, name)
		}
	}
	return list
}
