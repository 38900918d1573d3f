package audit

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// Findings says what is wrong in a project: errors where that is certain, warnings
// where it is likely, whose hints say what would settle it. Facts of tests count for
// nothing.
func (p Project) Findings() diag.List {
	j := newJudge(p)
	list := slices.Clone(p.Found)
	for _, name := range j.names {
		k := j.keys[name]
		for _, rule := range []func(*judge, *key) diag.List{unwritten, unread, similar, conflicting, asserted, merged, prefixed} {
			list = append(list, rule(j, k)...)
		}
	}
	return list.Sort()
}

// judge is what the rules look at.
type judge struct {
	Project
	names   []string // of whole keys, in the order of facts
	keys    map[string]*key
	partial []Fact // of which a part is not known
}

// key is all that is known of one key.
type key struct {
	name   string
	facts  []Fact
	reads  []Fact
	writes []Fact
}

// kept are what frameworks keep in a state for themselves begin with.
var kept = []string{"_adk", "temp:_adk"}

func newJudge(p Project) *judge {
	j := &judge{Project: p, keys: map[string]*key{}}
	for _, f := range p.Facts {
		switch {
		case f.Test || f.Guessed || slices.ContainsFunc(kept, func(s string) bool { return strings.HasPrefix(f.Key, s) }):
		case f.partial():
			j.partial = append(j.partial, f)
		default:
			j.add(f)
		}
	}
	return j
}

func (j *judge) add(f Fact) {
	k := j.keys[f.Key]
	if k == nil {
		k = &key{name: f.Key}
		j.keys[f.Key] = k
		j.names = append(j.names, f.Key)
	}
	k.facts = append(k.facts, f)
	if f.reads() {
		k.reads = append(k.reads, f)
	}
	if f.writes() {
		k.writes = append(k.writes, f)
	}
}

// openFor returns where any key may be read or written, as far as the programs of a
// fact go; nil if all such places are known.
func (j *judge) openFor(f Fact, suits func(Open) bool) *Open {
	for i, o := range j.Open {
		if suits(o) && meets(o.Programs, f.Programs) {
			return &j.Open[i]
		}
	}
	return nil
}

// mayBe reports whether one of the keys that are only known in part may be a key.
func (j *judge) mayBe(f Fact, suits func(*Fact) bool) bool {
	return slices.ContainsFunc(j.partial, func(p Fact) bool {
		return suits(&p) && meets(p.Programs, f.Programs) && matches(p.Key, f.Key)
	})
}

// sharing leaves the facts that have a program in common with one.
func sharing(list []Fact, f Fact) []Fact {
	var rest []Fact
	for _, other := range list {
		if meets(other.Programs, f.Programs) {
			rest = append(rest, other)
		}
	}
	return rest
}

// places shows a few facts.
func places(facts []Fact, message string) []diag.Related {
	const most = 3
	var list []diag.Related
	for _, f := range facts[:min(len(facts), most)] {
		list = append(list, diag.Related{Span: f.Place, Message: message})
	}
	return list
}
