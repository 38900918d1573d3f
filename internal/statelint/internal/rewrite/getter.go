package rewrite

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
	"golang.org/x/tools/go/ast/astutil"
)

// blankShape is
//
//	v, _ := st.Get("city")
//	city, _ := v.(string)
func (r *stateRead) blankShape() bool {
	list, i := r.siblings(1)
	if i < 0 || i+1 >= len(list) || len(r.uses) != 1 {
		return false
	}
	names, x := r.asserted(list[i+1])
	if len(names) != 2 {
		return false
	}
	switch ignored := flow.IsBlank(names[1]); {
	case !ignored && !r.key.Optional:
		return false // the getter says why, not whether
	case r.key.Default != nil && !isZeroDefault(r.key):
		return false
	}
	r.types = append(r.types, x.Type)
	return r.define(names[0].Name, names[1].Name, "_", r.assign.End(), "") &&
		r.replace(r.assign.End(), list[i+1].End(), "")
}

// guardShape is
//
//	v, err := st.Get("city")
//	if err != nil {
//		return err
//	}
//	city := v.(string)
//
// The getter of an optional key has no error when it is missing, so there the
// branch must not look at it.
func (r *stateRead) guardShape() bool {
	list, i := r.siblings(1)
	if i < 0 || i+2 >= len(list) || r.key.Default != nil {
		return false
	}
	guard, ok := list[i+1].(*ast.IfStmt)
	if !ok || guard.Init != nil || guard.Else != nil || !r.isErrCheck(guard.Cond, token.NEQ) || !terminates(guard.Body) {
		return false
	}
	passesOn := r.mentions(r.err.Name, guard.Body.Pos(), guard.Body.End()) || r.errIsSeen()
	if passesOn && (r.key.Optional || r.asksForMissing()) {
		return false
	}
	isSet, free := r.freeName()
	name, fits := "", false
	if names, _ := r.asserted(list[i+2]); len(names) == 2 {
		name, fits = r.checkedAssertion(guard, list[i+2:], passesOn)
		isSet, free = names[1].Name, true
	} else {
		name, fits = r.assertEach(list[i+2], guard.End(), 0)
	}
	if !fits || !r.define(name, isSet, r.err.Name, r.assign.End(), "") {
		return false
	}
	if r.key.Optional {
		return free && r.replace(guard.Cond.End(), guard.Cond.End(), " || !"+isSet)
	}
	return true
}

// checkedAssertion is the end of a guardShape with
//
//	city, ok := v.(string)
//	if !ok {
//		return errors.New("…")
//	}
//
// Its branch goes: a value of another type is an error of the getter, which is
// passed on, or the branches are the same.
func (r *stateRead) checkedAssertion(guard *ast.IfStmt, list []ast.Stmt, passesOn bool) (string, bool) {
	names, x := r.asserted(list[0])
	if len(list) < 2 || flow.IsBlank(names[1]) {
		return "", false
	}
	check, ok := list[1].(*ast.IfStmt)
	if !ok || check.Init != nil || check.Else != nil || !terminates(check.Body) {
		return "", false
	}
	not, ok := ast.Unparen(check.Cond).(*ast.UnaryExpr)
	if !ok || not.Op != token.NOT || !isIdent(not.X, names[1].Name) {
		return "", false
	}
	same := r.Source(guard.Body) == r.Source(check.Body)
	obj := r.TypesInfo.Defs[names[1]]
	if !passesOn && !same || obj == nil {
		return "", false
	}
	if r.TypesInfo.Defs[names[0]] == nil {
		return "", false // a result of the function would be set before the branch
	}
	for _, name := range names { // it would mean another one from the assignment on
		if r.mentions(name.Name, r.assign.Pos(), list[0].Pos()) {
			return "", false
		}
	}
	var gone []ast.Expr
	for _, id := range append(r.usesOf(obj), r.uses...) {
		if inside := check.Pos() <= id.Pos() && id.End() <= check.End(); !inside && id != x.X {
			return "", false // it is looked at elsewhere
		}
		gone = append(gone, id)
	}
	if r.onlyUseOf(check, gone...) != "" {
		return "", false
	}
	r.types = append(r.types, x.Type)
	return names[0].Name, r.replace(guard.End(), check.End(), "")
}

func isIdent(e ast.Expr, name string) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && id.Name == name
}

// errIsSeen reports whether the error is looked at where a branch that doesn't
// name it may lead: it is a result of the function, or a closure or a pointer has
// it from before.
func (r *stateRead) errIsSeen() bool {
	obj := r.TypesInfo.Uses[r.err]
	if obj == nil {
		return false // this very statement declares it
	}
	for _, use := range r.usesOf(obj) {
		path, _ := astutil.PathEnclosingInterval(r.FileOf(use.Pos()), use.Pos(), use.End())
		if address, ok := path[1].(*ast.UnaryExpr); ok && address.Op == token.AND {
			return true
		}
		if functionOf(path) != functionOf(r.path) {
			return true
		}
	}
	results := functionOf(r.path).Results
	return results != nil && results.Pos() <= obj.Pos() && obj.Pos() < results.End()
}

// functionOf returns the type of the innermost function on a path outwards.
func functionOf(path []ast.Node) *ast.FuncType {
	for _, n := range path {
		switch n := n.(type) {
		case *ast.FuncLit:
			return n.Type
		case *ast.FuncDecl:
			return n.Type
		}
	}
	return nil
}

// asksForMissing reports whether the package asks an error whether a key was
// missing in ADK's words: a getter says it in those of stategen.
func (p *Rewriter) asksForMissing() bool {
	for _, obj := range p.TypesInfo.Uses {
		if obj.Name() == "ErrStateKeyNotExist" && framework.ADKName(obj) != "" {
			return true
		}
	}
	return false
}

// ifShape is one of
//
//	if v, err := st.Get("city"); err == nil {
//		city := v.(string)
//	}
//	if v, err := st.Get("city"); err == nil {
//		if city, ok := v.(string); ok {
//		}
//	}
//
// A key with a default is never missing, so there the branch may only set a
// variable that had the default's value.
func (r *stateRead) ifShape() bool {
	outer := r.path[2].(*ast.IfStmt)
	others, ok := r.condition(outer.Cond)
	if !ok || outer.Else != nil || len(outer.Body.List) == 0 {
		return false
	}
	first := outer.Body.List[0]
	if inner, ok := first.(*ast.IfStmt); ok && len(outer.Body.List) == 1 && inner.Init != nil {
		return r.nestedShape(outer, inner, others)
	}
	isAsserted := func(e ast.Expr) bool { return r.assertion(e) != nil }
	if r.key.Default != nil && !r.setsDefault(outer.Body, isAsserted) || r.declaresAnew(first, outer.Body) {
		return false
	}
	isSet, free := r.freeName()
	name, ok := r.assertEach(first, outer.Body.Lbrace+1, others)
	return ok && (free || !r.key.Optional) && r.header(outer, name, isSet)
}

// header writes the getter and the condition in the head of an if.
func (r *stateRead) header(outer *ast.IfStmt, value, isSet string) bool {
	cond := "; " + r.err.Name + " == nil"
	if r.key.Optional {
		cond += " && " + isSet
	}
	return r.define(value, isSet, r.err.Name, outer.Cond.End(), cond)
}

// condition reads err == nil, or err == nil && v != nil, and counts the uses
// of v.
func (r *stateRead) condition(cond ast.Expr) (uses int, ok bool) {
	if both, ok := ast.Unparen(cond).(*ast.BinaryExpr); ok && both.Op == token.LAND {
		second, ok := ast.Unparen(both.Y).(*ast.BinaryExpr)
		return 1, ok && second.Op == token.NEQ && r.isV(second.X) && r.TypesInfo.Types[second.Y].IsNil() &&
			r.isErrCheck(both.X, token.EQL)
	}
	return 0, r.isErrCheck(cond, token.EQL)
}

// nestedShape is an if with the assertion as the only statement of another.
func (r *stateRead) nestedShape(outer, inner *ast.IfStmt, others int) bool {
	names, x := r.asserted(inner.Init)
	if len(names) != 2 || inner.Else != nil || !isIdent(inner.Cond, names[1].Name) || len(r.uses) != 1+others {
		return false
	}
	obj := r.TypesInfo.Defs[names[1]]
	if obj == nil || !r.key.Optional && len(r.usesOf(obj)) != 1 ||
		slices.ContainsFunc(names, func(name *ast.Ident) bool { return name.Name == r.err.Name }) {
		return false
	}
	isRead := func(e ast.Expr) bool { return isIdent(e, names[0].Name) }
	if r.key.Default != nil && !r.setsDefault(inner.Body, isRead) {
		return false
	}
	r.types = append(r.types, x.Type)
	open, end := inner.Body.Lbrace, inner.Body.Rbrace
	return r.noComments(outer.Body.Lbrace, open) &&
		r.replace(outer.Body.Lbrace, open, "") &&
		r.header(outer, names[0].Name, names[1].Name) &&
		r.replace(end, outer.Body.Rbrace, "")
}

// declaresAnew reports whether a statement that declares a variable is followed
// by one, in the same block, that sets it with :=. If the variable moved out of
// the block, that would declare another one.
func (r *stateRead) declaresAnew(first ast.Stmt, body *ast.BlockStmt) bool {
	names, _ := r.asserted(first)
	for _, s := range body.List {
		assign, ok := s.(*ast.AssignStmt)
		if !ok || assign.Tok != token.DEFINE || s == first {
			continue
		}
		for _, name := range names {
			if slices.ContainsFunc(assign.Lhs, func(e ast.Expr) bool { return isIdent(e, name.Name) }) {
				return true
			}
		}
	}
	return false
}

// setsDefault reports whether a branch only sets a variable to the value that
// was read, and the statement before the if set it to the key's default.
func (r *stateRead) setsDefault(body *ast.BlockStmt, isRead func(ast.Expr) bool) bool {
	list, i := r.siblings(2)
	if len(body.List) != 1 || i < 1 {
		return false
	}
	set, ok := body.List[0].(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || !isRead(set.Rhs[0]) {
		return false
	}
	v := r.Index.Variable(set.Lhs[0])
	if v == nil || v.IsField() {
		return false
	}
	switch before := list[i-1].(type) {
	case *ast.AssignStmt:
		return len(before.Lhs) == 1 && len(before.Rhs) == 1 && r.Index.Variable(before.Lhs[0]) == v &&
			(before.Tok == token.ASSIGN || before.Tok == token.DEFINE) && r.isDefault(r.TypesInfo.Types[before.Rhs[0]].Value)
	case *ast.DeclStmt:
		return r.declaresDefault(before, v)
	}
	return false
}

func (r *stateRead) declaresDefault(d *ast.DeclStmt, v *types.Var) bool {
	decl, ok := d.Decl.(*ast.GenDecl)
	if !ok || decl.Tok != token.VAR || len(decl.Specs) != 1 {
		return false
	}
	spec := decl.Specs[0].(*ast.ValueSpec)
	if len(spec.Names) != 1 || r.Index.Variable(spec.Names[0]) != v {
		return false
	}
	if len(spec.Values) == 0 {
		return isZeroDefault(r.key)
	}
	return len(spec.Values) == 1 && r.isDefault(r.TypesInfo.Types[spec.Values[0]].Value)
}

// getter makes Get("city") and the assertion on its result into City(). A key
// that is missing, and a value of the declared type, have to lead to where they
// led before; what Get fails with, and a value of another type, may meet in the
// branch for one of them.
func (a *accessorCall) getter() (diag.Fix, bool) {
	r, ok := a.read()
	if !ok {
		return diag.Fix{}, false
	}
	switch {
	case r.inIf():
		ok = r.ifShape()
	case flow.IsBlank(r.err):
		ok = r.blankShape()
	default:
		ok = r.guardShape()
	}
	if !ok || len(r.types) == 0 {
		return diag.Fix{}, false
	}
	for _, typ := range r.types {
		if a.onlyUseOf(typ) != "" {
			return diag.Fix{}, false
		}
	}
	fix := diag.Fix{Message: "read it with the accessor " + a.code.GoName(a.key), Edits: r.edits, Certain: true}
	for _, typ := range r.types {
		a.readFixes[a.Span(typ)] = fix
	}
	return fix, true
}
