package python

// dictOf is a dict that was read, in one meaning.
type dictOf struct {
	in    *file
	first int
	kind  Kind
}

// mostDicts is how many dicts one of them may be made of, one in the other.
const mostDicts = 8

// delta reads a dict of keys.
func (r *reader) delta(k Kind, v value, what string) { r.deltaIn(k, v, what, 0) }

func (r *reader) deltaIn(k Kind, v value, what string, deep int) {
	in, to, ok := r.resolve(v)
	if ok && to.kind == none {
		return
	}
	if r.carries(k, v, what, deep) {
		return
	}
	if !ok || to.kind != dict || in != r.file && v.kind != reference || deep > mostDicts {
		r.unread(v, what, k)
		return
	}
	if id := (dictOf{in, to.first, k}); r.project.dicts[id] {
		return // one dict may be given to many
	} else {
		r.project.dicts[id] = true
	}
	there := newReader(r.project, in)
	for _, e := range to.entries {
		there.use(k, e.key, e.value.typ())
	}
	for _, rest := range to.rest {
		there.deltaIn(k, rest, what, deep+1)
	}
	if v.kind == reference {
		there.later(k, to, what, deep)
	}
}

// later reads what is added to a dict after it was assigned to a name.
func (r *reader) later(k Kind, v value, what string, deep int) {
	for _, at := range r.changesOf(r.word(r.tokens[v.first].line)) {
		if r.around(at).def != r.around(v.first).def && r.around(v.first).def >= 0 {
			continue // a name of another function
		}
		switch next := r.word(at + 1); {
		case next == "[":
			shut := r.closing(at + 1)
			key := r.value(at + 2)
			if key.end != shut {
				key = value{first: at + 2, end: shut}
			}
			typ := ""
			if r.word(shut+1) == "=" {
				typ = r.value(shut + 2).typ()
			}
			r.use(k, key, typ)
		case r.word(at+2) == "setdefault":
			r.use(k, r.value(at+4), "")
		case r.word(at+2) == "update":
			r.deltaIn(k, r.value(at+4), what, deep+1)
		}
	}
}

// changesOf lists the places that change what a name stands for: name[key] = and
// name.update(…).
func (f *file) changesOf(want string) []int {
	if f.changes == nil {
		f.findChanges()
	}
	return f.changes[want]
}

func (f *file) findChanges() {
	f.changes = map[string][]int{}
	for i, t := range f.tokens {
		if t.kind != name || f.word(i-1) == "." {
			continue
		}
		switch next := f.word(i + 1); {
		case next == "[" && f.changesValue(i+1), next == "." && f.changesValue(i+1):
			f.changes[f.word(i)] = append(f.changes[f.word(i)], i)
		}
	}
}
