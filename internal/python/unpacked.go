package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// unpacked reads what **name gives to an agent.
func (r *reader) unpacked(i int) {
	isClass := strings.HasSuffix(r.Word(i), "Agent") || strings.HasSuffix(r.Imports[r.Word(i)].Name, "Agent")
	if r.Word(i-1) == "def" || r.Word(i-1) == "class" || !adk.MakesAgent(r.Scope, i+1) || !isClass && names.IsADK(r.Imports[r.Word(i)].Module) {
		return
	}
	var more options
	if schema, ok := r.Keyword(i+1, "output_schema"); ok {
		more.add(r, "output_schema", schema)
	}
	for n, at := 0, i+2; n < names.MostItems && at < r.Closing(i+1); n++ {
		if r.Word(at) == "**" && !adk.MakesUninstructed(r.Scope, i+1) {
			r.unpackedDict(r.Value(at+1), &more)
		}
		if at = r.ExprEnd(at); r.Word(at) == "=" {
			at = r.ExprEnd(at + 1)
		}
		at++
	}
	more.read(r, adk.MakesOwnAgent(r.Scope, i+1))
}

// options are the arguments of an agent that its call unpacks.
type options struct {
	list  []option
	open  bool // there may be others
	dicts int  // that were read
}

// option is one of them that says something of keys.
type option struct {
	by    *reader
	name  string
	value syntax.Value
}

// add notes an option whose name matters.
func (o *options) add(by *reader, name string, v syntax.Value) {
	switch name {
	case "instruction", "global_instruction", "output_key", "output_schema":
		o.list = append(o.list, option{by, name, v})
	}
}

// unread notes an expression that may be any option.
func (o *options) unread(by *reader, v syntax.Value) {
	if !o.open {
		by.unread(v, "argument", Get, OutputKey)
	}
	o.open = true
}

// read reads the options of an agent.
func (o *options) read(r *reader, adk bool) {
	var schema syntax.Value
	times := map[string]int{}
	for _, one := range o.list {
		if times[one.name]++; one.name == "output_schema" && one.value.Kind != syntax.None {
			schema = syntax.Value{End: 1} // not asked what it is
		}
	}
	found := &r.project.found
	for _, one := range o.list {
		before := len(found.Prompts)
		switch one.name {
		case "output_schema":
		case "output_key":
			id := dictOf{one.by.File, one.value.First, OutputKey}
			if !r.project.dicts[id] {
				r.project.dicts[id] = true
				one.by.outputKey(one.value, schema)
			}
		default:
			one.by.instruction(one.value, one.name, "", adk)
		}
		for i := range found.Prompts[before:] {
			found.Prompts[before+i].Chosen = found.Prompts[before+i].Chosen || times[one.name] > 1
		}
	}
}

// unpackedDict reads the entries of a dict whose keys are options.
func (r *reader) unpackedDict(v syntax.Value, to *options) {
	if to.dicts++; to.dicts > names.MostItems {
		to.unread(r, v)
		return
	}
	if strings.Contains(strings.ToLower(r.Words(v)), "callback") {
		return
	}
	if def := r.Around(v.First).Def; v.Kind == syntax.Reference && def >= 0 && r.IsParameter(def, v.Name) {
		r.byName(v.Name, def, to)
		r.grown(v.Name, def, to)
		return
	}
	in, is, ok := r.Resolve(v)
	if !ok {
		in, is = r.File, v
	}
	there := newReader(r.project, in)
	callee, open, isCall := there.CallOf(is)
	switch {
	case is.Kind == syntax.Dict:
		for _, e := range is.Entries {
			there.entry(e.Key, e.Value, to)
		}
		for _, rest := range is.Rest {
			there.unpackedDict(rest, to)
		}
	case isCall && callee == "dict":
		there.arguments(open, to)
	default:
		to.unread(r, v)
		return
	}
	there.grown(there.Word(there.Tokens[is.First].Line), there.Around(is.First).Def, to)
}

// entry reads one entry of such a dict.
func (r *reader) entry(key, v syntax.Value, to *options) {
	if l := r.KeyOf(key); l != nil {
		to.add(r, l.Text, v)
	} else {
		to.unread(r, key)
	}
}

// arguments reads those of dict(…) and update(…).
func (r *reader) arguments(open int, to *options) {
	for n, at := 0, open+1; n < names.MostItems && at < r.Closing(open); n++ {
		switch {
		case r.Word(at) == "**":
			r.unpackedDict(r.Value(at+1), to)
		case r.Word(at+1) == "=":
			to.add(r, r.Word(at), r.Value(at+2))
			at += 2
		default:
			r.unpackedDict(r.Value(at), to)
		}
		at = r.ExprEnd(at) + 1
	}
}

// grown reads what is put into the dict that a name of a function, or of the module, stands for.
func (r *reader) grown(name string, def int, to *options) {
	changes := r.ChangesOf(name)
	if len(changes) > 10*names.MostItems {
		to.unread(r, r.ValueOf(changes[0]))
		return
	}
	for _, at := range changes {
		if in := r.Around(at).Def; in != def && (def >= 0 || r.IsOwn(name, in)) {
			continue
		}
		open := at + 3
		switch method := r.Word(at + 2); {
		case r.Word(at+1) == "[":
			v := syntax.Value{First: at, End: at + 1}
			if shut := r.Closing(at + 1); r.Word(shut+1) == "=" {
				v = r.Value(shut + 2)
			}
			r.entry(r.Part(at+2, r.Closing(at+1)), v, to)
		case method == "setdefault":
			r.entry(r.Value(open+1), r.Value(r.ExprEnd(open+1)+1), to)
		case method == "update":
			r.arguments(open, to)
		}
	}
}

// byName reads what the calls of a function give by name to its parameter **name.
func (r *reader) byName(name string, def int, to *options) {
	params := r.Parameters(def)
	if !slices.ContainsFunc(params, func(p syntax.Parameter) bool { return p.Name == name && p.Star == "**" }) {
		return
	}
	function, here := r.Word(r.NameOf(def)), names.Place{In: r.File, At: def}
	if r.project.called[here] || function == "__init__" {
		return // the calls of a class of agents are read where they are
	}
	r.project.called[here] = true
	_, _, isOnly := r.project.Only(function)
	for _, at := range r.project.NamesOf(function) {
		open, is := r.CallAt(at, def)
		there := newReader(r.project, at.In)
		isCall := is == names.Called || is == names.HandedOn && isOnly && there.Word(at.At+1) == "("
		if !isCall || adk.IsAgent(there.Scope, function) {
			continue // likewise
		}
		there.byNameIn(open.At, params, to)
	}
}

// byNameIn reads what one call gives by name that is no other parameter.
func (r *reader) byNameIn(open int, params []syntax.Parameter, to *options) {
	if !r.project.Search(r.Closing(open) - open) {
		return
	}
	for n, at := 0, open+1; n < names.MostItems && at < r.Closing(open); n++ {
		switch name := r.Word(at); {
		case name == "**":
			r.unpackedDict(r.Value(at+1), to)
		case r.Word(at+1) == "=":
			if !slices.ContainsFunc(params, func(p syntax.Parameter) bool { return p.Name == name && p.Star == "" }) {
				to.add(r, name, r.Value(at+2))
			}
			at += 2
		}
		at = r.ExprEnd(at) + 1
	}
}
