package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// reader finds the uses in one scope.
type reader struct {
	*scope
	owner *scope       // whose statement it is
	stmt  *syntax.Stmt // that one
	// condition is whether what is looked at decides what happens, rather than being used.
	condition bool
	found     *found
}

// read finds what the statements of a scope do with states.
func (r *reader) read() {
	r.eachStmt(func(in *syntax.Stmt) {
		r.stmt = in
		switch in.Word {
		case "def", "class":
			for _, e := range in.Line {
				r.within(e)
			}
		case "import", "from", "global", "nonlocal":
		case "del":
			for _, e := range in.Line.Bare().Split(",") {
				r.deletes(e)
			}
		case "for":
			names, iterated := in.Line.Cut("in")
			r.expr(names)
			r.looks(iterated)
		default:
			r.statement(in)
		}
	})
}

func (r *reader) statement(in *syntax.Stmt) {
	if len(in.Targets) == 0 {
		r.condition = slices.Contains([]string{"if", "elif", "while"}, in.Word)
		r.expr(in.Line)
		r.condition = false
		return
	}
	isAlias := false
	for _, target := range in.Targets {
		r.target(target, in.Value, in.Merges)
		isAlias = isAlias || target.Name() != ""
	}
	if !isAlias || r.stateOf(in.Value).of == nothing {
		r.expr(in.Value)
	}
}

// target is what an assignment gives a value to.
func (r *reader) target(e, value syntax.Expr, merges bool) {
	e = e.Bare()
	if several := elements(e); len(several) > 1 {
		for _, item := range several {
			r.target(item, nil, false)
		}
		return
	}
	switch of, key := r.entry(e); {
	case of.of != nothing:
		if merges {
			r.use(source.Get, of, key, e, required)
		}
		r.use(of.sets(), of, key, e, func(u *use) { u.Type, u.Merge = r.typeOf(value), merges })
		r.expr(key)
	case e.Name() != "":
		if of := r.stateOf(e); of.isDelta() && value != nil {
			r.entries(of.sets(), state{}, value, mostSteps)
		}
	case r.stateOf(e).of != nothing:
		r.entries(source.Set, r.stateOf(e), value, mostSteps)
	default:
		r.expr(e)
	}
}

// elements are those of a list or a tuple, or an expression alone.
func elements(e syntax.Expr) []syntax.Expr {
	for _, bracket := range []string{"(", "["} {
		if items, is := e.In(bracket); is {
			return items
		}
	}
	return e.Split(",")
}

// entry is the state in which an expression is an entry, and its key; nothing: it is none.
func (r *reader) entry(e syntax.Expr) (of state, key syntax.Expr) {
	last := len(e) - 1
	if last < 1 || !e[last].Is("[") || e.Operand() != len(e) {
		return state{}, nil
	}
	return r.stateOf(e[:last]), keyIn(e[last])
}

// keyIn is what stands in the brackets of an index.
func keyIn(index syntax.Node) syntax.Expr {
	if len(index.Items) == 1 {
		return index.Items[0]
	}
	return syntax.Expr{index}
}

func (r *reader) deletes(e syntax.Expr) {
	if of, key := r.entry(e); of.of != nothing {
		r.use(source.Clear, of, key, e, nil)
		return
	}
	r.expr(e)
}

// entries are those of a dict that is put into a state.
func (r *reader) entries(kind source.UseKind, of state, e syntax.Expr, left int) {
	to := r.resolve(e)
	items, isDict := to.expr.In("{")
	if !isDict || left == 0 {
		if !e.Is("None") && !r.stateOf(e).isDelta() {
			r.found.open(r.scope, e, "state", false, true)
		}
		return
	}
	in := &reader{scope: to.in, owner: r.owner, stmt: r.stmt, found: r.found}
	for _, item := range items {
		key, value := item.Cut(":")
		switch {
		case item.Begins("**"):
			if other := item[1:]; in.stateOf(other).of == nothing {
				in.entries(kind, of, other, left-1)
			}
		case len(value) > 0 && !slices.ContainsFunc(value, func(n syntax.Node) bool { return n.Is("for") }):
			in.use(kind, of, key, item, func(u *use) { u.Type = in.typeOf(value) })
			in.expr(value)
		default:
			r.found.open(to.in, item, "state", false, true)
		}
	}
}

// expr looks at what is read.
func (r *reader) expr(e syntax.Expr) {
	for i := 0; i < len(e); {
		n := e[i:].Operand()
		if n > 0 {
			r.operand(e, i, i+n)
		}
		i += max(n, 1)
	}
}

func (r *reader) operand(e syntax.Expr, from, to int) {
	for at := from + 1; at <= to; at++ {
		last, of := e[at-1], r.stateOf(e[from:at])
		switch {
		case of.of != nothing:
			taken := r.state(of, e[:to], from, at)
			if at += taken; taken == 0 && at == to {
				r.whole(of, e, from, at)
			}
		case last.Is("(") && at-1 > from:
			r.call(e[from:at], e[from:at-1], last.Items)
		default:
			r.within(last)
		}
	}
}

// within looks at what stands in brackets, or in the braces of a string, which show what they have.
func (r *reader) within(n syntax.Node) {
	for _, item := range n.Items {
		r.expr(item)
	}
	for _, part := range n.Parts {
		r.looks(part.Field)
	}
}

// state looks at what is asked of a state that stands in an expression, and says how many nodes that takes.
func (r *reader) state(of state, e syntax.Expr, from, at int) int {
	switch next := e[at:]; {
	case next.Begins("["):
		key := keyIn(next[0])
		r.use(source.Get, of, key, e[from:at+1], required)
		r.expr(key)
		return 1
	case len(next) > 2 && next[2].Is("("):
		r.method(of, next[1].Text, e[from:at+3], e[from:at])
		return 3
	}
	return 0
}

// whole looks at a state of which nothing is asked: whether it has a key, whether it is there, or all of it.
func (r *reader) whole(of state, e syntax.Expr, from, to int) {
	switch {
	case isAt(e, from-1, "in"):
		r.has(of, e, from, to)
	case of.isDelta(), r.condition && len(e) == to-from, isTested(e, from, to):
	default:
		r.found.whole(r.scope, e[from:to], !isAt(e, from-1, "*", "**"))
	}
}

// isAt reports whether one of some words stands at a place.
func isAt(e syntax.Expr, i int, words ...string) bool {
	return i >= 0 && i < len(e) && slices.ContainsFunc(words, e[i].Is)
}

// isTested reports whether the words around what stands in an expression only ask whether it is there.
func isTested(e syntax.Expr, from, to int) bool {
	return isAt(e, from-1, "and", "or", "not", "is", "==", "!=", "if") || isAt(e, to, "and", "or", "is", "==", "!=", "not")
}

// has is about what stands before "in": a key, or the names of a loop.
func (r *reader) has(of state, e syntax.Expr, from, to int) {
	before := e[:from-1]
	if last := len(before) - 1; last >= 0 && before[last].Is("not") {
		before = before[:last]
	}
	begin := len(before)
	for begin > 0 && !before[begin-1].Joins() {
		begin--
	}
	switch key := before[begin:]; {
	case begin > 0 && before[begin-1].Is("for"):
		r.found.whole(r.scope, e[from:to], false)
	case len(key) > 0:
		r.use(source.Get, of, key, key, optional)
	}
}

// looks is about what a loop goes through, or a text shows.
func (r *reader) looks(e syntax.Expr) {
	if r.stateOf(e).of != nothing {
		r.found.whole(r.scope, e, false)
		return
	}
	r.expr(e)
}

func required(u *use) { u.Required = true }

func optional(u *use) { u.Optional = true }

// use notes what an expression does with a key.
func (r *reader) use(kind source.UseKind, of state, key, site syntax.Expr, edit func(*use)) {
	u := use{owner: r.owner, stmt: r.stmt, of: of, key: key, site: site}
	u.Kind, u.Span, u.Test = kind, r.file.of(key), r.owner.test
	if !u.Writes() && (of.isDelta() || of.of == nothing) {
		return
	}
	t := r.text(key)
	if t == nil || strings.ReplaceAll(t.value, source.UnknownPart, "") == "" {
		r.found.open(r.scope, key, "key", !u.Writes(), u.Writes())
		r.found.byScope[r.owner] = append(r.found.byScope[r.owner], u)
		return
	}
	if literal := key.Bare(); len(literal) == 1 && isString(literal) && !t.composed {
		u.Span = r.span(t.at(0), t.at(len(t.value)))
	}
	u.Key, u.Partial, u.Optional = t.value, t.partial(), r.condition
	if edit != nil {
		edit(&u)
	}
	r.found.add(u)
}
