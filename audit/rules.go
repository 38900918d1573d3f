package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// Findings says what is wrong in a project: errors where that is certain, warnings
// where it is likely, whose hints say what would settle it. Facts of tests count for
// nothing.
func Findings(p Project) diag.List {
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

// Rules describes the findings that only an audit has. The others are those of a check
// against a schema.
func Rules() diag.Rules {
	return append(findingRules(), similarKeys, conflictingTypes, emptiedOutputKey, ownOutputKey, sharedOutputKey, secretInState)
}
