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

// removals are all such entries of a schema.
type removals struct {
	list     []*removal
	single   map[string]*removal
	families []removedFamily
}

func newRemovals(s *schema.Schema) *removals {
	all := &removals{single: map[string]*removal{}}
	for _, entry := range s.Removed {
		r := &removal{entry, &RemovedStats{Key: entry.Key, Purge: entry.Purge}}
		all.list = append(all.list, r)
		if texts := parameter.Split(entry.Key, -1); len(texts) > 1 {
			all.families = append(all.families, removedFamily{r, typed.NewFamily(entry.Key, texts)})
		} else {
			all.single[entry.Key] = r
		}
	}
	return all
}

func (r *removals) find(key string) *removal {
	if found := r.single[key]; found != nil {
		return found
	}
	for _, f := range r.families {
		if f.family.Has(key) {
			return f.removal
		}
	}
	return nil
}

// Purged reports of stored keys whether the schema wants them purged, and by which
// entry.
func Purged(s *schema.Schema) func(stored string) (entry string, ok bool) {
	r := newRemovals(s)
	return func(stored string) (string, bool) {
		found := r.find(stored)
		if found == nil || !found.Purge {
			return "", false
		}
		return found.Key, true
	}
}
