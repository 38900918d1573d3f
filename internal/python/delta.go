package python

import (
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// dictOf is a dict that was read, in one meaning.
type dictOf struct {
	in    *names.File
	first int
	kind  Kind
}

// mostDicts is how many dicts one of them may be made of, one in the other.
const mostDicts = 8

// delta reads a dict of keys.
func (r *reader) delta(k Kind, v syntax.Value, what string) { r.deltaIn(k, v, what, 0) }

func (r *reader) deltaIn(k Kind, v syntax.Value, what string, deep int) {
	in, to, ok := r.Resolve(v)
	if ok && to.Kind == syntax.None {
		return
	}
	isKnown := ok && to.Kind == syntax.Dict && (in == r.File || v.Kind == syntax.Reference)
	if r.carries(k, v, what, deep) || !isKnown && r.returnedDelta(k, v, what, deep) {
		return
	}
	if !isKnown || deep > mostDicts {
		r.unread(v, what, k)
		return
	}
	id := dictOf{in, to.First, k}
	if r.project.dicts[id] {
		if what != "state.update" { // one dict may be given to many
			r.alsoStored(r.project.saidBy[id])
			delete(r.project.saidBy, id)
		}
		return
	}
	r.project.dicts[id] = true
	before := len(r.project.found.Uses)
	defer func() { r.project.saidBy[id] = [2]int{before, len(r.project.found.Uses)} }()
	there := newReader(r.project, in)
	for _, e := range to.Entries {
		there.written(k, e.Key, e.Value)
	}
	for _, rest := range to.Rest {
		there.deltaIn(k, rest, what, deep+1)
	}
	if v.Kind == syntax.Reference {
		there.later(k, to, what, deep)
	}
}

// alsoStored says of the uses from one to another, of a dict that was read, that an event has them, too.
func (r *reader) alsoStored(uses [2]int) {
	for i := uses[0]; i < uses[1]; i++ {
		u := &r.project.found.Uses[i]
		u.Delta = u.Delta || u.Kind == Set
	}
}

// later reads what is added to a dict after it was assigned to a name.
func (r *reader) later(k Kind, v syntax.Value, what string, deep int) {
	for _, at := range r.ChangesAfter(v) {
		if r.Around(at).Def != r.Around(v.First).Def && r.Around(v.First).Def >= 0 {
			continue // a name of another function
		}
		switch next := r.Word(at + 1); {
		case next == "[":
			shut := r.Closing(at + 1)
			key := r.Value(at + 2)
			if key.End != shut {
				key = syntax.Value{First: at + 2, End: shut}
			}
			var value syntax.Value
			if r.Word(shut+1) == "=" {
				value = r.Value(shut + 2)
			}
			r.written(k, key, value)
		case r.Word(at+2) == "setdefault":
			r.use(k, r.Value(at+4), "")
		case r.Word(at+2) == "update":
			r.deltaIn(k, r.Value(at+4), what, deep+1)
		}
	}
}

// returnedDelta reads the dicts that a function of the project returns, which an expression calls, or a name
// gets from it; false: it is something else.
func (r *reader) returnedDelta(k Kind, v syntax.Value, what string, deep int) bool {
	from, call := r.File, v
	if local, ok := r.Local(v); ok {
		call = local
	} else if in, to, ok := r.project.Step(r.File, v.Name); ok && v.Kind == syntax.Reference {
		from, call = in, to
	}
	if from.Word(call.First) == "await" {
		call.First++
	}
	in, def, ok := r.project.Scope(from).FunctionOf(call)
	if !ok || deep > mostDicts {
		return false
	}
	if v.Kind == syntax.Reference {
		newReader(r.project, from).later(k, call, what, deep)
	}
	id := dictOf{in, def, k}
	if r.project.dicts[id] {
		return true
	}
	returns, all := in.Returns(def)
	r.project.dicts[id] = all
	for _, dict := range returns {
		if all && dict.Value.End > dict.Value.First {
			newReader(r.project, in).deltaIn(k, dict.Value, what, deep+1)
		}
	}
	return all
}
