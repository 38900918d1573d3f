package statelint

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// accessorFact is what a function, method or field that stategen generated
// does with keys.
type accessorFact struct{ Uses []accessorUse }

type accessorUse struct {
	Key   string // of a family, the pattern
	Kind  UseKind
	Merge bool // a Set by an operation
}

func (*accessorFact) AFact() {}

// Finder knows what generated code does with keys: that of this package and of
// others.
type Finder struct {
	*Values
	accessors map[types.Object][]accessorUse // of this package
}

// NewFinder finds the accessors of a package.
func NewFinder(v *Values) *Finder {
	p := &Finder{Values: v, accessors: map[types.Object][]accessorUse{}}
	p.findAccessors()
	return p
}

// findAccessors works out what generated functions do with keys, from the
// helpers of our runtime that they call, and exports it.
func (p *Finder) findAccessors() {
	if len(p.ownFiles) == 0 {
		return
	}
	for fn := range p.index.bodies {
		if p.isOwn(fn) {
			p.exportAccessor(fn, p.accessor(fn))
		}
	}
	p.fieldAccessors("Snapshot", "")
	p.fieldAccessors("Initial", "Set")
}

func (p *Finder) exportAccessor(obj types.Object, uses []accessorUse) {
	if len(uses) > 0 && obj.Exported() {
		p.accessors[obj] = uses
		p.ExportObjectFact(obj, &accessorFact{uses})
	}
}

// fieldAccessors makes each field of a generated struct do what the method
// named after it does.
func (p *Finder) fieldAccessors(structName, verb string) {
	obj, state := p.Pkg.Scope().Lookup(structName), p.Pkg.Scope().Lookup("State")
	if obj == nil || state == nil || !p.isOwn(obj) {
		return
	}
	st := structOf(obj.Type())
	if st == nil {
		return
	}
	for i := range st.NumFields() {
		field := st.Field(i)
		method, _, _ := types.LookupFieldOrMethod(types.NewPointer(state.Type()), true, p.Pkg, verb+field.Name())
		if fn, ok := method.(*types.Func); ok {
			p.exportAccessor(field, begins(structName, p.accessor(fn)))
		}
	}
}

// begins makes writes of what a session is created with of those by setters.
func begins(structName string, uses []accessorUse) []accessorUse {
	if structName != "Initial" {
		return uses
	}
	uses = slices.Clone(uses)
	for i := range uses {
		uses[i].Kind = check.Begin
	}
	return uses
}

// accessor returns what a generated function does with keys. Building an
// Initial is no use of the keys whose fields are not set; loading a Snapshot
// is a weak one of all.
func (p *Finder) accessor(fn *types.Func) []accessorUse {
	if uses, ok := p.accessors[fn]; ok {
		return uses
	}
	p.accessors[fn] = nil // while it is looked at
	body := p.index.bodies[fn]
	if body == nil || body.Body == nil || framework.ReceiverName(fn) == "Initial" {
		return nil
	}
	var uses []accessorUse
	if key := p.builtKey(body); key != "" {
		uses = append(uses, accessorUse{Key: key, Kind: check.Mention})
	}
	ast.Inspect(body.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			uses = append(uses, p.calledAccessor(call)...)
		}
		return true
	})
	if framework.ReceiverName(fn) == "" && fn.Name() == "Load" {
		for i := range uses {
			uses[i].Kind = check.Loaded
		}
	}
	slices.SortFunc(uses, func(a, b accessorUse) int { return strings.Compare(a.Key, b.Key)*4 + int(a.Kind) - int(b.Kind) })
	p.accessors[fn] = slices.Compact(uses)
	return p.accessors[fn]
}

// calledAccessor is what a call in generated code does with keys: one of a
// helper, or of another generated function.
func (p *Finder) calledAccessor(call *ast.CallExpr) []accessorUse {
	fn := p.index.function(call)
	switch {
	case fn == nil || fn.Pkg() == nil:
		return nil
	case fn.Pkg() == p.Pkg:
		if body := p.index.bodies[fn]; body == nil || p.builtKey(body) != "" {
			return nil
		}
		return p.accessor(fn)
	case fn.Pkg().Path() == framework.TypedPath && fn.Signature().Recv() == nil:
		return p.helperCall(call, fn)
	}
	return nil
}

// helperCall reads the call of a helper from its signature: a state comes
// first, a parameter is named key, and an error comes back.
func (p *Finder) helperCall(call *ast.CallExpr, fn *types.Func) []accessorUse {
	params, results := fn.Signature().Params(), fn.Signature().Results()
	if params.Len() < 2 || results.Len() == 0 || !framework.IsError(results.At(results.Len()-1).Type()) {
		return nil
	}
	use := accessorUse{Kind: Get}
	switch framework.RuntimeName(framework.TypeName(params.At(0).Type())) {
	case "ReadonlyState":
	case "State":
		use.Kind, use.Merge = Set, fn.Name() == "Merge"
		if fn.Name() == "Clear" {
			use.Kind = Clear
		}
	default:
		return nil
	}
	for i := range min(params.Len(), len(call.Args)) {
		switch at := params.At(i); {
		case at.Name() == "key":
			use.Key = p.generatedKey(call.Args[i])
		case framework.IsFamily(at.Type()):
			use.Key = p.familyPattern(call.Args[i])
		}
	}
	if use.Key == "" {
		return nil
	}
	return []accessorUse{use}
}

// generatedKey is the key that generated code names by a constant, or builds
// with the function of a family.
func (p *Finder) generatedKey(e ast.Expr) string {
	if s, ok := p.evaluator().constant(e); ok {
		return s
	}
	v := p.index.variable(e)
	if v == nil || len(p.index.defs[v]) == 0 {
		return ""
	}
	call, ok := ast.Unparen(p.index.defs[v][0].expr).(*ast.CallExpr)
	if !ok {
		return ""
	}
	if fn := p.index.function(call); fn != nil {
		return p.builtKey(p.index.bodies[fn])
	}
	return ""
}

// builtKey is the pattern of the family whose keys a function builds: it
// returns familyX.Key(…).
func (p *Finder) builtKey(d *ast.FuncDecl) string {
	result := resultOf(d)
	if result == nil {
		return ""
	}
	call, ok := ast.Unparen(result).(*ast.CallExpr)
	if !ok {
		return ""
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Key" || !framework.IsFamily(p.TypesInfo.TypeOf(sel.X)) {
		return ""
	}
	return p.familyPattern(sel.X)
}

// familyPattern reads the first argument of NewFamily.
func (p *Finder) familyPattern(e ast.Expr) string {
	v := p.index.variable(e)
	if v == nil {
		return ""
	}
	d, ok := p.index.only(v)
	if !ok {
		return ""
	}
	call, ok := ast.Unparen(d.expr).(*ast.CallExpr)
	for ok && len(call.Args) > 0 { // NewFamily(…).Formerly(…)
		sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		inner, chained := (*ast.CallExpr)(nil), false
		if isSel {
			inner, chained = ast.Unparen(sel.X).(*ast.CallExpr)
		}
		if !chained {
			break
		}
		call = inner
	}
	if !ok || len(call.Args) == 0 {
		return ""
	}
	tv := p.TypesInfo.Types[call.Args[0]]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(tv.Value)
}

// Of returns what a function or field does with keys if stategen
// generated it, here or in another package.
func (p *Finder) Of(obj types.Object) []accessorUse {
	if uses, ok := p.accessors[obj]; ok {
		return uses
	}
	if f := new(accessorFact); p.importFact(obj, f) {
		return f.Uses
	}
	return nil
}

// ByName lists the exported accessors of a package that stategen generated.
func (p *Finder) ByName() map[string][]accessorUse {
	if len(p.ownFiles) == 0 {
		return nil
	}
	byName := map[string][]accessorUse{}
	for obj, uses := range p.accessors {
		if obj.Exported() {
			byName[obj.Name()] = append(byName[obj.Name()], uses...)
		}
	}
	return byName
}
