package infer

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
)

// misspelt takes out the keys that only instructions read and that probably mean another one, which is set: declared,
// they would be right for good. It returns where these are, by the key that is meant.
func misspelt(groups [][]observation) (rest [][]observation, meant map[string][]observation) {
	set := project.NewNames()
	for _, g := range groups {
		if slices.ContainsFunc(g, isWrite) {
			set.Add(g[0].key)
		}
	}
	meant = map[string][]observation{}
	for _, g := range groups {
		slip := g[0]
		near := ""
		if !slices.ContainsFunc(g, func(o observation) bool { return o.kind != inText }) {
			near = set.Nearest(slip.key)
		}
		const short = 3 // letters: of these, any two are near
		if near == "" || len(slip.key) <= short && diag.Fold(near) != diag.Fold(slip.key) {
			rest = append(rest, g)
			continue
		}
		meant[near] = append(meant[near], slip)
	}
	return rest, meant
}

func isWrite(o observation) bool {
	return (o.kind == written || o.kind == output) && !o.about && !o.test
}
