package code

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/schema"
)

// ReadModifyWrite is on keys with a merge.
var ReadModifyWrite = diag.Register(diag.OnGo, diag.Rule{
	ID:       "read-modify-write",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a key with a merge is read, changed and set again",
	Why: "If two callers read 3 and set 4, one change is lost. A merge is applied where the value is stored, and loses " +
		"nothing: the schema declares one for this key. Inside the function of an Update, which runs again if " +
		"another write came first, this is correct and not reported.",
	Bad:  "trip := bookingstate.Of(run)\nn, _ := trip.Trips()\ntrip.SetTrips(n + 1)\n",
	Good: "bookingstate.Of(run).AddTrips(1)\n",

	WithoutSchema: true,
})

// lostUpdate reports a value of a merged key that is made of what was read
// under the same key: what another writer adds in between is lost.
func (p *Checker) lostUpdate(s follow.Sink, key *schema.Key, e ast.Expr) {
	if key.Merge != schema.MergeLast {
		p.rereadValue(key.Wire(), key.Merge, s.Value, "use the generated "+mergeVerbs[key.Merge]+"…, which loses nothing")
	}
}

// mergeVerbs begin the names of the methods that merge.
var mergeVerbs = map[schema.Merge]string{
	schema.MergeSum: "Add", schema.MergeMin: "Min", schema.MergeMax: "Max",
	schema.MergeAppend: "Append", schema.MergeUnion: "Union",
}

// rereadValue reports a value that is what was read under a key, changed as a
// merge would change it.
func (p *Checker) rereadValue(wire string, merge schema.Merge, value ast.Expr, hint string) {
	if value == nil {
		return
	}
	t := &trail{Checker: p, wire: wire, merge: merge, seen: map[ast.Expr]bool{}}
	if !t.reaches(value) || !t.changed || p.mayBeGuarded(t.state, t.readAt) {
		return
	}
	d := diag.New(ReadModifyWrite, p.Span(value),
		"%s is read and set again: what another writer does to it in between is lost", diag.Key(wire)).
		WithHint("%s", hint)
	p.Report(d, value)
}

// trail goes back from a written value to the read that it was made of.
type trail struct {
	*Checker
	wire    string
	merge   schema.Merge
	seen    map[ast.Expr]bool // what was looked at
	changed bool              // on the way, by what a merge does
	state   ast.Expr          // that was read, nil if it is not known
	readAt  token.Pos
}

// reaches reports whether an expression has its value from a read of the key.
func (t *trail) reaches(e ast.Expr) bool {
	f, isStepped := t.Follower(), false
	f.Ordered, f.Step = true, t.step
	f.Seen = func(v follow.Value) { isStepped = isStepped || t.stepped(v.Expr) }
	found := false
	for _, term := range f.Follow(follow.Value{Expr: e, Pkg: t.Values}) {
		found = t.isMade(ast.Unparen(term.Expr)) || found
	}
	t.changed = t.changed || found && isStepped
	return found
}

// step follows a conversion, and a function that makes one value of another. A read ends the trail,
// and so does what does what a merge does.
func (t *trail) step(_ follow.Value, call *ast.CallExpr) (instead ast.Expr, isTerm bool) {
	if len(call.Args) != 1 || t.isRead(call) {
		return nil, true
	}
	return call.Args[0], false
}

// stepped reports whether an expression is a variable that is counted up or down before it.
func (t *trail) stepped(e ast.Expr) bool {
	return t.merge == schema.MergeSum && t.isStepped(t.Index.Variable(e), e.Pos())
}

// isMade reports whether a term is a read of the key, or made of one by what a merge does.
func (t *trail) isMade(e ast.Expr) bool {
	if t.seen[e] {
		return false
	}
	t.seen[e] = true
	switch e := e.(type) {
	case *ast.CallExpr:
		return t.isRead(e) || t.isChanged(t.merged(e))
	case *ast.SelectorExpr:
		return t.snapshot(e)
	case *ast.BinaryExpr:
		return t.isChanged(t.summed(e))
	case *ast.Ident:
		switched := t.switchedAs(t.Index.Variable(e))
		return switched != nil && t.reaches(switched)
	}
	return false
}

// isChanged reports whether one of several expressions has its value from a read: it is then changed.
func (t *trail) isChanged(made []ast.Expr) bool {
	if !slices.ContainsFunc(made, t.reaches) {
		return false
	}
	t.changed = true
	return true
}

// summed is what a sum or difference changes.
func (t *trail) summed(e *ast.BinaryExpr) []ast.Expr {
	switch {
	case t.merge != schema.MergeSum:
		return nil
	case e.Op == token.ADD:
		return []ast.Expr{e.X, e.Y}
	case e.Op == token.SUB:
		return []ast.Expr{e.X}
	}
	return nil
}

// merged is what a call changes as a merge does.
func (t *trail) merged(call *ast.CallExpr) []ast.Expr {
	name := follow.CalledName(call)
	if fn := t.Index.Function(call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "math" {
		name = strings.ToLower(name)
	}
	switch {
	case len(call.Args) < 2:
	case name == "append" && (t.merge == schema.MergeAppend || t.merge == schema.MergeUnion):
		return call.Args[:1]
	case name == "min" && t.merge == schema.MergeMin, name == "max" && t.merge == schema.MergeMax:
		return call.Args
	}
	return nil
}

// isRead reports whether a call reads the key: a state's Get, or a generated
// getter.
func (t *trail) isRead(call *ast.CallExpr) bool {
	if r, ok := t.ReadCall(call); ok {
		if !r.Key.Known() || r.Key.String() != t.wire {
			return false
		}
		t.readAt = call.Pos()
		if sel := follow.SelectorOf(call); sel != nil {
			t.state = sel.X
		}
		return true
	}
	fn, sel := t.Index.Function(call), follow.SelectorOf(call)
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

// isStepped reports whether a variable is counted up or down before a place.
func (p *Checker) isStepped(v *types.Var, at token.Pos) bool {
	if v == nil {
		return false
	}
	for n := range ast.Preorder(p.FileOf(at)) {
		var counted ast.Expr
		switch n := n.(type) {
		case *ast.IncDecStmt:
			counted = n.X
		case *ast.AssignStmt:
			if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
				counted = n.Lhs[0]
			}
		}
		if counted != nil && n.Pos() < at && p.Index.Variable(counted) == v {
			return true
		}
	}
	return false
}

// switchedAs is x of switch v := x.(type); nil for other variables.
func (p *Checker) switchedAs(v *types.Var) ast.Expr {
	if v == nil || p.FileOf(v.Pos()) == nil {
		return nil
	}
	for n := range ast.Preorder(p.FileOf(v.Pos())) {
		s, ok := n.(*ast.TypeSwitchStmt)
		if !ok {
			continue
		}
		if a, ok := s.Assign.(*ast.AssignStmt); ok && a.Lhs[0].Pos() == v.Pos() {
			return follow.Switched(s)
		}
	}
	return nil
}

// mayBeGuarded reports whether a read of a state may be in the function of
// an Update, which runs again if what it reads has changed.
func (p *Checker) mayBeGuarded(state ast.Expr, at token.Pos) bool {
	for n := range ast.Preorder(p.FileOf(at)) {
		call, ok := n.(*ast.CallExpr)
		if !ok || follow.CalledName(call) != "Update" {
			continue
		}
		for _, arg := range call.Args {
			if _, isFunc := ast.Unparen(arg).(*ast.FuncLit); isFunc && arg.Pos() <= at && at < arg.End() {
				return true
			}
		}
	}
	root := p.stateRoot(state)
	if root == nil {
		return true
	}
	v := p.Index.Variable(root)
	return v != nil && p.isUpdatable(v.Type())
}

// isUpdatable reports whether a variable of a type may hold the state that
// Update hands to its function: our runtime's, or a generated one.
func (p *Checker) isUpdatable(t types.Type) bool {
	obj := framework.TypeName(t)
	name := framework.RuntimeName(obj)
	return name == "State" || name == "ReadonlyState" || obj != nil && p.IsGenerated(obj)
}

// stateRoot is the state that generated code was handed: that of
// Of(ctx.State()) is ctx.State(). Nil if it is not known.
func (p *Checker) stateRoot(e ast.Expr) ast.Expr {
	if e == nil {
		return nil
	}
	f := p.Follower()
	f.Ordered = true
	f.Step = func(_ follow.Value, call *ast.CallExpr) (ast.Expr, bool) {
		fn := p.Index.Function(call)
		if fn == nil || len(call.Args) == 0 || !p.IsGenerated(fn) {
			return nil, true
		}
		return call.Args[0], false
	}
	terms := f.Follow(follow.Value{Expr: e, Pkg: p.Values})
	if len(terms) != 1 {
		return nil
	}
	return terms[0].Expr
}
