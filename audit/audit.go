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
		for _, rule := range []func(*judge, *key) diag.List{unwritten, unread, similar, conflicting, asserted, merged, prefixed, tempName, secret, doubtLost, tooEarly, otherToolFirst} {
			list = append(list, rule(j, k)...)
		}
	}
	list = slices.Concat(atOnce(list), j.uncalled(), j.unreadFamilies(), j.raced(), j.overwritten(), j.emptied(), j.emptiedForItself())
	idle := func(d diag.Diagnostic) bool { return j.ofLost(d) || j.ofIdle(d) }
	return j.placed(append(list, slices.DeleteFunc(j.inProse(j.missedLater(p.Found)), idle)...)).Sort()
}

// kept are what frameworks keep in a state for themselves begin with.
var kept = []string{"_adk", "temp:_adk"}

func newJudge(p Project) *judge {
	j := &judge{Project: p, index: newIndex(), keys: map[string]*key{}, related: map[diag.Span]bool{}, advised: map[string]bool{}, guessed: map[string][]Fact{}, mayBeSet: map[string][]Fact{}}
	j.Open = distinct(p.Open)
	seen := map[string]bool{}
	for _, f := range p.Facts {
		switch {
		case f.Guessed && !f.Test:
			j.guess(f)
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

// Rules describes the findings that only Findings has. The others are those of a check
// against a schema.
func Rules() diag.Rules {
	return diag.Rules{
		similarKeys, conflictingTypes, emptiedOutputKey, missingAwait, stateIsNoDict, unknownServiceMethod, sessionCreatedAgain, keyNameShown,
		foreignText, ownOutputKey, sharedOutputKey, droppedEvents, unstoredState, secretInState, callbackArguments, unfilledPlaceholder,
	}
}
