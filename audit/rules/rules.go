package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
)

// Findings says what is wrong in a project: errors where that is certain, warnings
// where it is likely, whose hints say what would settle it. Facts of tests count for
// nothing.
func Findings(p audit.Project) diag.List {
	p.Found = slices.Clone(p.Found)
	j := newJudge(p)
	var ofKeys []ofKey
	for _, name := range j.Names {
		k := j.Keys[name]
		for _, rule := range []func(*judge, *index.Key) diag.List{unwritten, unread, similar, conflicting, asserted, merged, prefixed, secret, doubtLost, tooEarly, otherToolFirst} {
			for _, d := range rule(j, k) {
				ofKeys = append(ofKeys, ofKey{d, name})
			}
		}
	}
	list := slices.Concat(atOnce(ofKeys), j.uncalled(), j.unneeded(), j.unreadFamilies(), j.raced(), j.overwritten(), j.emptied(), j.emptiedForItself())
	idle := func(d diag.Diagnostic) bool { return j.OfLost(d) || j.ofIdle(d) }
	return j.placed(append(list, slices.DeleteFunc(j.inProse(j.readByNone(ofKeys, j.missedLater(p.Found))), idle)...)).Sort()
}

// Rules describes the findings that only an audit has. The others are those of a check
// against a schema.
func Rules() diag.Rules {
	own := diag.Rules{similarKeys, conflictingTypes, emptiedOutputKey, ownOutputKey, sharedOutputKey, secretInState}
	return append(own, finding.Rules()...)
}
