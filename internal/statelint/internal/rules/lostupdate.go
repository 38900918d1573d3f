package rules

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

// lostUpdate reports a value of a merged key that is made of what was read
// under the same key: what another writer adds in between is lost.
func (p *Checker) lostUpdate(s flow.Sink, key *schema.Key, e ast.Expr) {
	if key.Merge != schema.MergeLast {
		p.rereadValue(key.Wire(), key.Merge, s.Value, "use the generated "+mergeVerbs[key.Merge]+"…, which loses nothing")
	}
}

// mergeVerbs begin the names of the methods that merge.
var mergeVerbs = map[schema.Merge]string{
	schema.MergeSum: "Add", schema.MergeMin: "Min", schema.MergeMax: "Max", schema.MergeAppend: "Append", schema.MergeUnion: "Union",
}

// rereadValue reports a value that is what was read under a key, changed as a
// merge would change it.
func (p *Checker) rereadValue(wire string, merge schema.Merge, value ast.Expr, hint string) {
	if value == nil {
		return
	}
	t := &trail{Checker: p, wire: wire, merge: merge, seen: map[token.Pos]bool{}}
	if !t.reaches(value, value.Pos(), 0) || !t.changed || p.guards.mayBeGuarded(t.state, t.readAt) {
		return
	}
	p.Report(check.ReadAndSet(p.Span(value), wire, hint), value)
}

// trail goes back from a written value to the read that it was made of.
type trail struct {
	*Checker
	wire    string
	merge   schema.Merge
	seen    map[token.Pos]bool // assignments
	changed bool               // on the way, by what a merge does
	state   ast.Expr           // that was read, nil if it is not known
	readAt  token.Pos
}

// reaches reports whether an expression, evaluated at a place, has its value
// from a read of the key.
func (t *trail) reaches(e ast.Expr, at token.Pos, depth int) bool {
	if e = ast.Unparen(e); depth > flow.MaxDepth {
		return false
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return t.sum(e, at, depth)
	case *ast.TypeAssertExpr:
		return t.reaches(e.X, at, depth+1)
	case *ast.CallExpr:
		return t.call(e, at, depth)
	case *ast.SelectorExpr:
		return t.snapshot(e)
	case *ast.Ident:
		return t.variable(e, at, depth)
	}
	return false
}

func (t *trail) sum(e *ast.BinaryExpr, at token.Pos, depth int) bool {
	if t.merge != schema.MergeSum || e.Op != token.ADD && e.Op != token.SUB {
		return false
	}
	if t.reaches(e.X, at, depth+1) || e.Op == token.ADD && t.reaches(e.Y, at, depth+1) {
		t.changed = true
		return true
	}
	return false
}

// call follows a conversion, a function that makes one value of another, and
// those that do what a merge does. A read ends the trail.
func (t *trail) call(call *ast.CallExpr, at token.Pos, depth int) bool {
	if t.isRead(call) {
		return true
	}
	if len(call.Args) == 0 {
		return false
	}
	if len(call.Args) == 1 {
		return t.reaches(call.Args[0], at, depth+1)
	}
	args, name := call.Args, flow.CalledName(call)
	if fn := t.Index.Function(call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "math" {
		name = strings.ToLower(name)
	}
	switch {
	case name == "append" && (t.merge == schema.MergeAppend || t.merge == schema.MergeUnion):
		args = args[:1]
	case name == "min" && t.merge == schema.MergeMin, name == "max" && t.merge == schema.MergeMax:
	default:
		return false
	}
	for _, arg := range args {
		if t.reaches(arg, at, depth+1) {
			t.changed = true
			return true
		}
	}
	return false
}

// isRead reports whether a call reads the key: a state's Get, or a generated
// getter.
func (t *trail) isRead(call *ast.CallExpr) bool {
	if r, ok := t.ReadCall(call); ok {
		if !r.Key.Known() || r.Key.String() != t.wire {
			return false
		}
		t.readAt = call.Pos()
		if sel := flow.SelectorOf(call); sel != nil {
			t.state = sel.X
		}
		return true
	}
	fn, sel := t.Index.Function(call), flow.SelectorOf(call)
	if fn == nil || sel == nil || !t.reads(fn) {
		return false
	}
	t.state, t.readAt = sel.X, call.Pos()
	return true
}

func (t *trail) reads(obj types.Object) bool {
	for _, u := range t.accessors.Of(obj) {
		if u.Key == t.wire && (u.Kind == source.Get || u.Kind == source.Loaded) {
			return true
		}
	}
	return false
}

// snapshot is a field of what was read together.
func (t *trail) snapshot(e *ast.SelectorExpr) bool {
	_, field := t.FieldSelection(e)
	if field == nil || !t.reads(field.Origin()) {
		return false
	}
	t.state, t.readAt = e.X, e.Pos()
	return true
}

// variable follows what a local variable may hold: the last assignment in a
// block around the place, and those behind it in other blocks.
func (t *trail) variable(id *ast.Ident, at token.Pos, depth int) bool {
	v := t.Index.Variable(id)
	if !t.IsLocal(v) {
		return false
	}
	if _, isParam := t.Index.Params[v]; isParam {
		return false
	}
	if x := t.guards.look().switched[v.Pos()]; x != nil {
		return t.reaches(x, at, depth+1)
	}
	found := false
	for _, d := range t.AllReaching(v, at) {
		if t.seen[d.Pos] || d.Kind != flow.ValueDef && (d.Kind != flow.ResultDef || d.Result != 0) {
			continue
		}
		t.seen[d.Pos] = true
		found = t.reaches(d.Expr, d.Pos, depth+1) || found
	}
	if found && t.merge == schema.MergeSum && t.guards.look().stepped(v, at) {
		t.changed = true
	}
	return found
}
