package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// index is the facts of a project by their keys, for the rules to ask.
type index struct {
	Project
	resembling
	names      []string // of whole keys, in the order of facts
	keys       map[string]*key
	partial    []Fact            // of which a part is not known
	guessed    map[string][]Fact // that may read keys
	mayBeSet   map[string][]Fact // likewise, that may set them
	lost       lostWrites
	lostValues map[diag.Span]bool
}

// key is all that is known of one key.
type key struct {
	name   string
	facts  []Fact
	reads  []Fact
	writes []Fact
}

// at is the first fact at a place; nil: there is none.
func (k *key) at(place diag.Span) *Fact {
	for i := range k.facts {
		if k.facts[i].Place == place {
			return &k.facts[i]
		}
	}
	return nil
}

// Whoever writes a file decides how much there is to compare: most keys have a few
// facts, and what more there are say the same.
const (
	mostFacts   = 1000 // of one key, reads and writes each
	mostPartial = 1000
)

// kept are what frameworks keep in a state for themselves begin with.
var kept = []string{"_adk", "temp:_adk"}

// newIndex puts the facts of a project in order. Those of tests count for nothing.
func newIndex(p Project) *index {
	x := &index{Project: p, resembling: newResembling(), keys: map[string]*key{}, guessed: map[string][]Fact{}, mayBeSet: map[string][]Fact{}}
	x.Open = distinct(p.Open)
	seen := map[string]bool{}
	for _, f := range p.Facts {
		switch {
		case f.Guessed && !f.Test:
			x.guess(f)
		case f.Test || f.Guessed || slices.ContainsFunc(kept, func(s string) bool { return strings.HasPrefix(f.Key, s) }):
		case !f.partial():
			x.add(f)
		case !seen[saysOfKey(&f)]:
			seen[saysOfKey(&f)] = true
			x.partial = append(x.partial, f)
		}
	}
	if len(x.partial) > mostPartial { // some may be any key
		x.Open = append(x.Open, Open{Reads: true, Writes: true})
		x.partial = x.partial[:mostPartial]
	}
	x.findLost()
	x.findLostValues()
	return x
}

// saysOfKey is what a fact says of a key, wherever.
func saysOfKey(f *Fact) string {
	return fmt.Sprintf("%t %t %t %s\x00%s", f.reads(), f.writes(), f.Uncalled != "", f.Key, strings.Join(f.Programs, "\x00"))
}

// distinct leaves one of all places that say the same.
func distinct(list []Open) (rest []Open) {
	seen := map[string]bool{}
	for _, o := range list {
		id := fmt.Sprintf("%t %t %t %t %t %t %s", o.Uncalled != "", o.Reads, o.Writes, o.Within, o.Store, o.Copied, strings.Join(o.Programs, "\x00"))
		if !seen[id] {
			seen[id] = true
			rest = append(rest, o)
		}
	}
	return rest
}

// add adds a fact about a whole key.
func (x *index) add(f Fact) {
	k := x.keys[f.Key]
	if k == nil {
		k = &key{name: f.Key}
		x.keys[f.Key] = k
		x.names = append(x.names, f.Key)
		x.note(f.Key)
	}
	if len(k.facts) < mostFacts {
		k.facts = append(k.facts, f)
	}
	if f.reads() && len(k.reads) < mostFacts {
		k.reads = append(k.reads, f)
	}
	if f.writes() && len(k.writes) < mostFacts {
		k.writes = append(k.writes, f)
	}
}

// guess keeps a text that may be a key.
func (x *index) guess(f Fact) {
	of := x.guessed
	if f.writes() {
		of = x.mayBeSet
	}
	if len(of[f.Key]) < mostFacts {
		of[f.Key] = append(of[f.Key], f)
	}
}

// openFor returns where any key may be read or written, as far as the programs of a
// fact go; nil if all such places are known.
func (x *index) openFor(f Fact, suits func(Open) bool) *Open {
	for i, o := range x.Open {
		if suits(o) && meets(o.Programs, f.Programs) && (o.Uncalled == "" || f.Uncalled != "") && (!o.Store || len(sharing(x.guessed[f.Key], f)) > 0) {
			return &x.Open[i]
		}
	}
	return nil
}

// mayBe reports whether one of the keys that are only known in part may be a key.
func (x *index) mayBe(f Fact, suits func(*Fact) bool) bool {
	return slices.ContainsFunc(x.partial, func(p Fact) bool {
		return suits(&p) && meets(p.Programs, f.Programs) && runs(p, f) && matches(p.Key, f.Key)
	})
}
