package infer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// kitKeys are what ADK keeps in a state for itself.
const kitKeys = "_adk"

// draft merges observations into keys, in order of scope and name. Keys that a
// schema can only call foreign become patterns; some it can't name at all.
func (d *Draft) draft(list []observation) {
	list, d.foreign = withoutKit(list)
	groups, meant := misspelt(group(foldFamilies(list)))
	for _, group := range groups {
		if why := unnameable(group[0].key); why != "" {
			d.LeftOut = append(d.LeftOut, fmt.Sprintf("%q: %s", strings.ReplaceAll(group[0].key, hole, "…"), why))
		} else if k := newKey(group); k != nil {
			for _, slip := range meant[k.wire] {
				k.doubt("%q, in an instruction at %s, is probably a slip for this key and not declared", slip.key, slip.place)
				d.LeftOut = append(d.LeftOut, fmt.Sprintf("%q: it is only in an instruction, at %s, and probably a slip for %q; declare it if both are meant", slip.key, slip.place, k.wire))
			}
			d.keys = append(d.keys, k)
		} else {
			d.foreign = append(d.foreign, pattern(group[0].key))
		}
	}
	slices.SortFunc(d.keys, compareKeys)
	d.keys, d.foreign = withoutOverlap(withoutCatchAll(d.keys), d.foreign)
}

func compareKeys(a, b *Key) int {
	return cmp.Or(cmp.Compare(a.scope, b.scope), cmp.Compare(a.name, b.name))
}

// withoutKit takes out ADK's own keys.
func withoutKit(list []observation) (rest []observation, foreign []string) {
	for _, o := range list {
		if !strings.HasPrefix(o.key, kitKeys) {
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
		if byKey[o.key] == nil {
			order = append(order, o.key)
		}
		byKey[o.key] = append(byKey[o.key], o)
	}
	var groups [][]observation
	for _, key := range order {
		if slices.ContainsFunc(byKey[key], func(o observation) bool { return !o.test }) {
			groups = append(groups, byKey[key])
		}
	}
	return groups
}

// newKey merges what is known about one key.
func newKey(list []observation) *Key {
	k := &Key{wire: list[0].key, places: map[kind][]string{}}
	if !k.setName(list) {
		return nil
	}
	k.setPlaces(list)
	k.setType(list)
	k.setPresence(list)
	k.setWriters(list)
	return k
}

// setPlaces notes where a key was met; of tests, only what nothing else does.
func (k *Key) setPlaces(list []observation) {
	for _, tests := range []bool{false, true} {
		before := maps.Clone(k.places)
		for _, o := range list {
			if o.about || o.test != tests || len(before[o.kind]) > 0 {
				continue
			}
			mention := o.place
			if o.test {
				mention += " (a test)"
			}
			if !slices.Contains(k.places[o.kind], mention) {
				k.places[o.kind] = append(k.places[o.kind], mention)
			}
		}
	}
}

// setWriters finds keys that nobody writes, as far as the source shows.
func (k *Key) setWriters(list []observation) {
	writes := func(tests bool) bool {
		return slices.ContainsFunc(list, func(o observation) bool {
			isSet := o.kind == written || o.kind == output
			return isSet && !o.about && (tests || !o.test)
		})
	}
	if !slices.ContainsFunc(list, func(o observation) bool { return o.kind != stored }) {
		k.doubt("the source does not name it")
		return
	}
	if writes(false) {
		return
	}
	onlyText := !slices.ContainsFunc(list, func(o observation) bool { return o.kind != inText })
	switch {
	case writes(true):
		k.doubt("only tests write it")
	case onlyText:
		k.doubt("nothing in the source writes it; if it is text in braces rather than a placeholder, rephrase the instruction")
	default:
		k.doubt("nothing in the source writes it")
	}
}
