package migrate

import "github.com/seed92179c4c/stategen/runtime/store"

// Report counts what was done or, without Apply, what is to be done. No value is in
// it.
type Report struct {
	Apps, Users, Sessions int64 // looked at
	Events                int64 // appended, or to be appended: one for each app, user and session with something to do
	Keys                  []*KeyReport
	byKey                 map[string]*KeyReport
}

// KeyReport counts values of a key.
type KeyReport struct {
	Key      string // as the schema has it
	Moved    int64  // under another name or in another form
	Cleared  int64  // left over under another name while today's was set
	Purged   int64  // of a key that the schema removed
	NeedsGo  int64  // left: only a function of the program's own converts them
	Refused  int64  // left: they can't be read, which a scan reports
	Examples []Example
}

// Example is where a value was found: of a user's or app's own state some names are empty.
type Example = store.SessionKey

const mostExamples = 3

// Left is how many values stay as they are.
func (r *Report) Left() (n int64) {
	for _, k := range r.Keys {
		n += k.NeedsGo + k.Refused
	}
	return n
}

func (r *Report) count(at store.SessionKey, key string, ch change) {
	if ch.outcome == unchanged {
		return
	}
	k := r.byKey[key]
	if k == nil {
		k = &KeyReport{Key: key}
		if r.byKey == nil {
			r.byKey = map[string]*KeyReport{}
		}
		r.byKey[key] = k
		r.Keys = append(r.Keys, k)
	}
	counter := map[outcome]*int64{moved: &k.Moved, cleared: &k.Cleared, purged: &k.Purged, needsGo: &k.NeedsGo, refused: &k.Refused}[ch.outcome]
	*counter++
	if len(k.Examples) < mostExamples {
		k.Examples = append(k.Examples, at)
	}
}
