package typed

import (
	"maps"

	"github.com/seed92179c4c/stategen/runtime"
)

// A run whose service takes merge operations still writes values into its contexts:
// whoever reads them there knows no operations. What the values stand for is kept
// beside them, until the event is about to be stored.

// takesOps notes whether the service of a session takes operations.
func (r *liveRun) takesOps(session runtime.ReadonlyState) {
	if _, ok := session.(runtime.Merger); ok {
		r.whole = runtime.Delta{}
	}
}

// handedOn reports whether events have all that was written to a key, so that the
// session's state shows it, together with what others have stored.
func (r *liveRun) handedOn(key string) bool {
	_, pending := r.whole[key]
	return r.whole != nil && !pending
}

// noteWhole keeps a value that was set.
func (w writer) noteWhole(key string, value any) {
	if w.run.whole != nil && !w.inWhole {
		w.run.whole[key] = value
	}
}

// merge carries out an operation on what is seen here, and keeps it as such.
func (w writer) merge(key string, op runtime.Op) error {
	return w.whole(runtime.Delta{key: op}, func(w writer) error { return runtime.Merge(w, key, op) })
}

// whole keeps changes as they are, while write carries them out on what is seen here.
func (w writer) whole(changes runtime.Delta, write func(writer) error) error {
	if w.run.whole == nil {
		return write(w)
	}
	whole := maps.Clone(w.run.whole)
	for key, change := range changes {
		op, ok := change.(runtime.Op)
		switch {
		case !w.merged(key):
		case !ok:
			whole[key] = change
		default:
			if err := whole.Merge(key, op); err != nil {
				return err
			}
		}
	}
	w.inWhole = true
	if err := write(w); err != nil {
		return err
	}
	w.run.whole = whole
	return nil
}

// handOn puts into an event's delta what no event has yet of a key.
func (r *liveRun) handOn(delta map[string]any, key string) {
	change, pending := r.whole[key]
	if !pending {
		delete(delta, key)
		return
	}
	delta[key] = change
	delete(r.whole, key)
}
