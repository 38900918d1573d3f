package audit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// judge is what the rules look at.
type judge struct {
	Project
	index
	names      []string // of whole keys, in the order of facts
	keys       map[string]*key
	partial    []Fact            // of which a part is not known
	guessed    map[string][]Fact // that may read keys
	mayBeSet   map[string][]Fact // likewise, that may set them
	related    map[diag.Span]bool
	advised    map[string]bool // the hints of findings about placeholders
	lost       lostWrites
	lostValues map[diag.Span]bool
	named      map[*key]bool        // keys that findings about others name, once it was asked for
	order      *order               // of agents, likewise
	outputs    map[diag.Span]string // the keys of answers by their places, likewise
	unused     []uncalledUse        // keys that are whole only with functions that no program runs
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

// guess keeps a text that may be a key.
func (j *judge) guess(f Fact) {
	of := j.guessed
	if f.writes() {
		of = j.mayBeSet
	}
	if len(of[f.Key]) < mostFacts {
		of[f.Key] = append(of[f.Key], f)
	}
}

// openFor returns where any key may be read or written, as far as the programs of a
// fact go; nil if all such places are known.
func (j *judge) openFor(f Fact, suits func(Open) bool) *Open {
	for i, o := range j.Open {
		if suits(o) && meets(o.Programs, f.Programs) && (o.Uncalled == "" || f.Uncalled != "") && (!o.Store || len(sharing(j.guessed[f.Key], f)) > 0) {
			return &j.Open[i]
		}
	}
	return nil
}

// mayBe reports whether one of the keys that are only known in part may be a key.
func (j *judge) mayBe(f Fact, suits func(*Fact) bool) bool {
	return slices.ContainsFunc(j.partial, func(p Fact) bool {
		return suits(&p) && meets(p.Programs, f.Programs) && runs(p, f) && matches(p.Key, f.Key)
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

// apart asks about the facts in turn, and no more about programs or places that a finding is about.
func apart(facts []Fact, judge func(Fact) *diag.Diagnostic) (list diag.List) {
	asked, told := map[string]bool{}, map[diag.Span]bool{}
	for _, f := range facts {
		programs := fmt.Sprint(f.Uncalled != "", strings.Join(f.Programs, "\x00"))
		if asked[programs] || told[f.Place] {
			continue
		}
		asked[programs] = true
		if d := judge(f); d != nil {
			list = append(list, *d)
			for _, other := range sharing(facts, f) {
				told[other.Place] = true
			}
		}
	}
	return list
}

// others are the facts that share a program with one, without it.
func others(facts []Fact, f Fact) []Fact {
	return slices.DeleteFunc(sharing(facts, f), func(other Fact) bool { return other.Place == f.Place })
}

// mostShown is how many other places a finding shows.
const mostShown = 3

// places shows a few facts.
func places(facts []Fact, message string) []diag.Related {
	var list []diag.Related
	for _, f := range facts[:min(len(facts), mostShown)] {
		list = append(list, diag.Related{Span: f.Place, Message: message})
	}
	return list
}

// lostWrites are the findings about writes that no session stores, by the file and the
// offset at which the key of such a write may begin: in Go they end before the bracket
// around it, in Python they are the key.
type lostWrites map[diag.Span]*diag.Diagnostic

// of is the finding about a write; nil if the write is stored.
func (l lostWrites) of(f Fact) *diag.Diagnostic {
	return l[diag.Span{File: f.Place.File, Start: f.Place.Start}]
}
