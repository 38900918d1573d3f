package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// Findings says what is wrong in a project: errors where that is certain, warnings
// where it is likely, whose hints say what would settle it. Facts of tests count for
// nothing.
func (p Project) Findings() diag.List {
	p.Found = slices.Clone(p.Found)
	j := newJudge(p)
	var list diag.List
	for _, name := range j.names {
		k := j.keys[name]
		for _, rule := range []func(*judge, *key) diag.List{unwritten, unread, similar, conflicting, asserted, merged, prefixed, doubtLost} {
			list = append(list, rule(j, k)...)
		}
	}
	list = append(list, j.unreadFamilies()...)
	return append(list, slices.DeleteFunc(p.Found, j.ofLost)...).Sort()
}

// judge is what the rules look at.
type judge struct {
	Project
	index
	names      []string // of whole keys, in the order of facts
	keys       map[string]*key
	partial    []Fact // of which a part is not known
	related    map[diag.Span]bool
	advised    map[string]bool // the hints of findings about placeholders
	lost       lostWrites
	lostValues map[diag.Span]bool
	named      map[*key]bool // keys that findings about others name, once it was asked for
}

// Whoever writes a file decides how much there is to compare: most keys have a few
// facts, and what more there are say the same.
const (
	mostFacts   = 1000 // of one key, reads and writes each
	mostPartial = 1000
)

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
	j := &judge{Project: p, index: newIndex(), keys: map[string]*key{}, related: map[diag.Span]bool{}, advised: map[string]bool{}}
	j.Open = distinct(p.Open)
	seen := map[string]bool{}
	for _, f := range p.Facts {
		switch {
		case f.Test || f.Guessed || slices.ContainsFunc(kept, func(s string) bool { return strings.HasPrefix(f.Key, s) }):
		case !f.partial():
			j.add(f)
		case !seen[f.id()]:
			seen[f.id()] = true
			j.partial = append(j.partial, f)
		}
	}
	if len(j.partial) > mostPartial { // some may be any key
		j.Open = append(j.Open, Open{Reads: true, Writes: true})
		j.partial = j.partial[:mostPartial]
	}
	for _, d := range p.Found {
		if d.ID == "malformed-placeholder" {
			j.advised[d.Hint] = true
		}
		for _, r := range d.Related {
			j.related[r.Span] = true
		}
	}
	j.findLost()
	j.findLostValues()
	return j
}

// id is what a fact says of a key, wherever.
func (f *Fact) id() string {
	return fmt.Sprintf("%t %t %s\x00%s", f.reads(), f.writes(), f.Key, strings.Join(f.Programs, "\x00"))
}

// distinct leaves one of all places that say the same.
func distinct(list []Open) (rest []Open) {
	seen := map[string]bool{}
	for _, o := range list {
		id := fmt.Sprintf("%t %t %t %s", o.Reads, o.Writes, o.Within, strings.Join(o.Programs, "\x00"))
		if !seen[id] {
			seen[id] = true
			rest = append(rest, o)
		}
	}
	return rest
}

func (j *judge) add(f Fact) {
	k := j.keys[f.Key]
	if k == nil {
		k = &key{name: f.Key}
		j.keys[f.Key] = k
		j.names = append(j.names, f.Key)
		j.note(f.Key)
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
