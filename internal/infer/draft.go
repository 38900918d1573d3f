package infer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
)

// kitKeys are what ADK keeps in a state for itself.
const kitKeys = "_adk"

// draft merges observations into keys, in order of scope and name. Keys that a
// schema can only call foreign become patterns; some it can't name at all.
func (d *Draft) draft(list []observation) {
	list, d.foreign = withoutKit(list)
	for _, group := range d.withoutMisspelt(group(foldFamilies(list))) {
		if why := unnameable(group[0].Key); why != "" {
			d.LeftOut = append(d.LeftOut, fmt.Sprintf("%q: %s", strings.ReplaceAll(group[0].Key, hole, "…"), why))
		} else if k := newKey(group); k != nil {
			d.keys = append(d.keys, k)
		} else {
			d.foreign = append(d.foreign, pattern(group[0].Key))
		}
	}
	slices.SortFunc(d.keys, func(a, b *Key) int {
		return cmp.Or(cmp.Compare(a.scope, b.scope), cmp.Compare(a.name, b.name))
	})
	d.keys, d.foreign = withoutOverlap(withoutCatchAll(d.keys), d.foreign)
}

// withoutKit takes out ADK's own keys.
func withoutKit(list []observation) (rest []observation, foreign []string) {
	for _, o := range list {
		if !strings.HasPrefix(o.Key, kitKeys) {
			rest = append(rest, o)
			continue
		}
		foreign = []string{kitKeys + "*"}
	}
	return rest, foreign
}

// group collects the observations of each key, in the order of places. Keys
// that only tests know are left out.
func group(list []observation) [][]observation {
	byKey := map[string][]observation{}
	var order []string
	for _, o := range list {
		if byKey[o.Key] == nil {
			order = append(order, o.Key)
		}
		byKey[o.Key] = append(byKey[o.Key], o)
	}
	var groups [][]observation
	for _, key := range order {
		if slices.ContainsFunc(byKey[key], func(o observation) bool { return !o.Test }) {
			groups = append(groups, byKey[key])
		}
	}
	return groups
}

// withoutMisspelt takes out the keys that only instructions read and that probably mean another one, which is set:
// declared, they would be right for good.
func (d *Draft) withoutMisspelt(groups [][]observation) [][]observation {
	set := project.NewNames()
	for _, g := range groups {
		if slices.ContainsFunc(g, observation.isWrite) {
			set.Add(g[0].Key)
		}
	}
	return slices.DeleteFunc(groups, func(g []observation) bool {
		const short = 3 // letters: of these, any two are near
		slip, near := g[0], set.Nearest(g[0].Key)
		isUsed := slices.ContainsFunc(g, func(o observation) bool { return o.Kind != source.Placeholder })
		if isUsed || near == "" || len(slip.Key) <= short && diag.Fold(near) != diag.Fold(slip.Key) {
			return false
		}
		d.LeftOut = append(d.LeftOut, fmt.Sprintf("%q: it is only in an instruction, at %s, and probably a slip for %q; "+
			"declare it if both are meant", slip.Key, slip.place, near))
		return true
	})
}
