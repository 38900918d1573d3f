package scan

import (
	"regexp"

	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// removal is an entry under removed.
type removal struct {
	schema.Removed
	stats *RemovedStats
}

type removedFamily struct {
	*removal
	family *typed.Family
}

var parameter = regexp.MustCompile(`\{[^{}]*\}`)

func (sc *Scanner) addRemoved() {
	for _, entry := range sc.schema.Removed {
		r := &removal{entry, &RemovedStats{Key: entry.Key, Purge: entry.Purge}}
		sc.report.Removed = append(sc.report.Removed, r.stats)
		if texts := parameter.Split(entry.Key, -1); len(texts) > 1 {
			sc.families = append(sc.families, removedFamily{r, typed.NewFamily(entry.Key, texts)})
		} else {
			sc.removed[entry.Key] = r
		}
	}
}

func (sc *Scanner) findRemoved(key string) *removal {
	if r := sc.removed[key]; r != nil {
		return r
	}
	for _, f := range sc.families {
		if f.family.Has(key) {
			return f.removal
		}
	}
	return nil
}
