package accessors

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// Fact is what a function, method or field that stategen generated
// does with keys.
type Fact struct{ Uses []Use }

// Use is one thing that generated code does with a key.
type Use struct {
	Key   string // of a family, the pattern
	Kind  source.UseKind
	Merge bool // a Set by an operation
}

func (*Fact) AFact() {}

// Finder knows what generated code does with keys: that of this package and of
// others.
type Finder struct {
	*follow.Values
	accessors map[types.Object][]Use // of this package
}

// Find finds the accessors of a package.
func Find(v *follow.Values) *Finder {
	p := &Finder{Values: v, accessors: map[types.Object][]Use{}}
	p.findAccessors()
	return p
}

// findAccessors works out what generated functions do with keys, from the
// helpers of our runtime that they call, and exports it.
func (p *Finder) findAccessors() {
	if len(p.OwnFiles) == 0 {
		return
	}
	for fn := range p.Index.Bodies {
		if p.IsOwn(fn) {
			p.exportAccessor(fn, p.accessor(fn))
		}
	}
	p.fieldAccessors("Snapshot", "")
	p.fieldAccessors("Initial", "Set")
}

func (p *Finder) exportAccessor(obj types.Object, uses []Use) {
	if len(uses) > 0 && obj.Exported() {
		p.accessors[obj] = uses
		p.ExportObjectFact(obj, &Fact{uses})
	}
}

// fieldAccessors makes each field of a generated struct do what the method
// named after it does.
func (p *Finder) fieldAccessors(structName, verb string) {
	obj, state := p.Pkg.Scope().Lookup(structName), p.Pkg.Scope().Lookup("State")
	if obj == nil || state == nil || !p.IsOwn(obj) {
		return
	}
	st := follow.StructOf(obj.Type())
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
func begins(structName string, uses []Use) []Use {
	if structName != "Initial" {
		return uses
	}
	uses = slices.Clone(uses)
	for i := range uses {
		uses[i].Kind = source.Begin
	}
	return uses
}

// accessor returns what a generated function does with keys. Building an
// Initial is no use of the keys whose fields are not set; loading a Snapshot
// is a weak one of all.
func (p *Finder) accessor(fn *types.Func) []Use {
	if uses, ok := p.accessors[fn]; ok {
		return uses
	}
	p.accessors[fn] = nil // while it is looked at
	body := p.Index.Bodies[fn]
	if body == nil || body.Body == nil || framework.ReceiverName(fn) == "Initial" {
		return nil
	}
	var uses []Use
	if key := p.builtKey(body); key != "" {
		uses = append(uses, Use{Key: key, Kind: source.Mention})
	}
	ast.Inspect(body.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			uses = append(uses, p.calledAccessor(n)...)
		case *ast.SelectorExpr: // a getter that a helper calls: typed.Load(errs, r, (*Reader).Step, &s.Step)
			if s := p.TypesInfo.Selections[n]; s != nil && s.Kind() == types.MethodExpr && s.Obj().Pkg() == p.Pkg {
				uses = append(uses, p.accessor(s.Obj().(*types.Func))...)
			}
		}
		return true
	})
	if framework.ReceiverName(fn) == "" && fn.Name() == "Load" {
		for i := range uses {
			uses[i].Kind = source.Loaded
		}
	}
	slices.SortFunc(uses, func(a, b Use) int { return strings.Compare(a.Key, b.Key)*4 + int(a.Kind) - int(b.Kind) })
	p.accessors[fn] = slices.Compact(uses)
	return p.accessors[fn]
}

// calledAccessor is what a call in generated code does with keys: one of a
// helper, or of another generated function.
func (p *Finder) calledAccessor(call *ast.CallExpr) []Use {
	fn := p.Index.Function(call)
	switch {
	case fn == nil || fn.Pkg() == nil:
		return nil
	case fn.Pkg() == p.Pkg:
		if fn.Signature().Recv() == nil && !fn.Exported() {
			if uses := p.helperCall(call, fn); uses != nil { // of an enum: defaultedStep(state, key, …)
				return uses
			}
		}
		if body := p.Index.Bodies[fn]; body == nil || p.builtKey(body) != "" {
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
func (p *Finder) helperCall(call *ast.CallExpr, fn *types.Func) []Use {
	params, results := fn.Signature().Params(), fn.Signature().Results()
	if params.Len() < 2 || results.Len() == 0 || !framework.IsError(results.At(results.Len()-1).Type()) {
		return nil
	}
	use := Use{Kind: source.Get}
	switch framework.RuntimeName(framework.TypeName(params.At(0).Type())) {
	case "ReadonlyState":
	case "State":
		use.Kind, use.Merge = source.Set, fn.Name() == "Merge"
		if fn.Name() == "Clear" {
			use.Kind = source.Clear
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
	return []Use{use}
}

// generatedKey is the key that generated code names by a constant, or builds
// with the function of a family.
func (p *Finder) generatedKey(e ast.Expr) string {
	if s, ok := p.Evaluator().Constant(e); ok {
		return s
	}
	if call, ok := p.Resolved(e).(*ast.CallExpr); ok {
		return p.builtKey(p.Index.Bodies[p.Index.Function(call)])
	}
	return ""
}

// builtKey is the pattern of the family whose keys a function builds: it
// returns familyX.Key(…).
func (p *Finder) builtKey(d *ast.FuncDecl) string {
	result := follow.ResultOf(d)
	if result == nil {
		return ""
	}
	call, ok := ast.Unparen(result).(*ast.CallExpr)
	if !ok {
		return ""
	}
	sel := follow.SelectorOf(call)
	if sel == nil || sel.Sel.Name != "Key" || !framework.IsFamily(p.TypesInfo.TypeOf(sel.X)) {
		return ""
	}
	return p.familyPattern(sel.X)
}

// familyPattern reads the first argument of NewFamily, as in NewFamily(…).Formerly(…).
func (p *Finder) familyPattern(e ast.Expr) string {
	for n := range ast.Preorder(p.Resolved(e)) {
		if call, ok := n.(*ast.CallExpr); ok && follow.CalledName(call) == "NewFamily" && len(call.Args) > 0 {
			pattern, _ := p.Evaluator().Constant(call.Args[0])
			return pattern
		}
	}
	return ""
}

// Of returns what a function or field does with keys if stategen
// generated it, here or in another package.
func (p *Finder) Of(obj types.Object) []Use {
	if uses, ok := p.accessors[obj]; ok {
		return uses
	}
	if f := new(Fact); p.ImportFact(obj, f) {
		return f.Uses
	}
	return nil
}
