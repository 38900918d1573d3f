package index

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/diag"
)

// Index is the facts of a project by their keys, for the rules to ask.
type Index struct {
	audit.Project
	resembling
	Names      []string // of whole keys, in the order of facts
	Keys       map[string]*Key
	Partial    []audit.Fact            // of which a part is not known
	guessed    map[string][]audit.Fact // that may read keys
	MayBeSet   map[string][]audit.Fact // likewise, that may set them
	Lost       LostWrites
	lostValues map[diag.Span]bool
}

// Key is all that is known of one key.
type Key struct {
	Name   string
	Facts  []audit.Fact
	Reads  []audit.Fact
	Writes []audit.Fact
}

// At is the first fact at a place; nil: there is none.
func (k *Key) At(place diag.Span) *audit.Fact {
	for i := range k.Facts {
		if k.Facts[i].Place == place {
			return &k.Facts[i]
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

// New puts the facts of a project in order. Those of tests count for nothing.
func New(p audit.Project) *Index {
	x := &Index{Project: p, resembling: newResembling(), Keys: map[string]*Key{}, guessed: map[string][]audit.Fact{}, MayBeSet: map[string][]audit.Fact{}}
	x.Open = distinct(p.Open)
	seen := map[string]bool{}
	for _, f := range p.Facts {
		switch {
		case f.Guessed && !f.Test:
			x.guess(f)
		case f.Test || f.Guessed || slices.ContainsFunc(kept, func(s string) bool { return strings.HasPrefix(f.Key, s) }):
		case !f.Partial():
			x.add(f)
		case !seen[saysOfKey(&f)]:
			seen[saysOfKey(&f)] = true
			x.Partial = append(x.Partial, f)
		}
	}
	if len(x.Partial) > mostPartial { // some may be any key
		x.Open = append(x.Open, audit.Open{Reads: true, Writes: true})
		x.Partial = x.Partial[:mostPartial]
	}
	x.findLost()
	x.findLostValues()
	return x
}

// saysOfKey is what a fact says of a key, wherever.
func saysOfKey(f *audit.Fact) string {
	return fmt.Sprintf("%t %t %t %s\x00%s", f.Reads(), f.Writes(), f.Uncalled != "", f.Key, strings.Join(f.Programs, "\x00"))
}

// distinct leaves one of all places that say the same.
func distinct(list []audit.Open) (rest []audit.Open) {
	seen := map[string]bool{}
	for _, o := range list {
		id := fmt.Sprintf("%t %t %t %t %t %t %t %t %s", o.Key, o.Uncalled != "", o.Reads, o.Writes, o.Within, o.OnlyNamed, o.Copied, o.Client, strings.Join(o.Programs, "\x00"))
		if !seen[id] {
			seen[id] = true
			rest = append(rest, o)
		}
	}
	return rest
}

// add adds a fact about a whole key.
func (x *Index) add(f audit.Fact) {
	k := x.Keys[f.Key]
	if k == nil {
		k = &Key{Name: f.Key}
		x.Keys[f.Key] = k
		x.Names = append(x.Names, f.Key)
		x.note(f.Key)
	}
	if len(k.Facts) < mostFacts {
		k.Facts = append(k.Facts, f)
	}
	if f.Reads() && len(k.Reads) < mostFacts {
		k.Reads = append(k.Reads, f)
	}
	if f.Writes() && len(k.Writes) < mostFacts {
		k.Writes = append(k.Writes, f)
	}
}

// guess keeps a text that may be a key.
func (x *Index) guess(f audit.Fact) {
	of := x.guessed
	if f.Writes() {
		of = x.MayBeSet
	}
	if len(of[f.Key]) < mostFacts {
		of[f.Key] = append(of[f.Key], f)
	}
}

// OpenFor returns where any key may be read or written, as far as the programs of a
// fact go; nil if all such places are known.
func (x *Index) OpenFor(f audit.Fact, suits func(audit.Open) bool) *audit.Open {
	for i, o := range x.Open {
		if suits(o) && Meet(o.Programs, f.Programs) && (o.Uncalled == "" || f.Uncalled != "") && (!o.OnlyNamed || len(Sharing(x.guessed[f.Key], f)) > 0) {
			return &x.Open[i]
		}
	}
	return nil
}

// MayBe reports whether one of the keys that are only known in part may be a key.
func (x *Index) MayBe(f audit.Fact, suits func(*audit.Fact) bool) bool {
	return slices.ContainsFunc(x.Partial, func(p audit.Fact) bool {
		return suits(&p) && Meet(p.Programs, f.Programs) && CountsFor(p, f) && Matches(p.Key, f.Key)
	})
}
