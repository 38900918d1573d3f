package follow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// IsState reports whether values of a type are states: by its methods, or
// because somebody uses a state as one.
func (p *Values) IsState(t types.Type) bool {
	if framework.IsState(t) {
		return true
	}
	obj := framework.TypeName(t)
	return obj != nil && (p.states[obj] || p.ImportFact(obj, new(stateFact)))
}

// StateCall is what a call of a state's Get or Set does with a key; false: it is another call.
func (p *Values) StateCall(call *ast.CallExpr) (op framework.Op, ok bool) {
	fn, sel := p.Index.Function(call), SelectorOf(call)
	if fn == nil || sel == nil || fn.Signature().Recv() == nil || !Suits(call, fn) {
		return op, false
	}
	switch {
	case fn.Name() == "Get" && framework.IsGet(fn.Signature()):
		op = framework.OpGet
	case fn.Name() == "Set" && framework.IsSet(fn.Signature()):
		op = framework.OpSet
	default:
		return op, false
	}
	return op, p.IsState(p.TypesInfo.TypeOf(sel.X))
}

// FindStates finds the interfaces with a Get or Set that a state is
// passed, assigned or stored as: what they are called with are keys, too.
func (p *Values) FindStates() {
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				p.convertArguments(n)
			case *ast.AssignStmt:
				for i := range n.Lhs {
					if len(n.Lhs) == len(n.Rhs) {
						p.converted(p.TypesInfo.TypeOf(n.Lhs[i]), n.Rhs[i])
					}
				}
			case *ast.ValueSpec:
				for i := range n.Values {
					if len(n.Names) == len(n.Values) {
						p.converted(p.TypesInfo.TypeOf(n.Names[i]), n.Values[i])
					}
				}
			case *ast.CompositeLit:
				p.convertElements(n)
			}
			return true
		})
	}
}

func (p *Values) convertArguments(call *ast.CallExpr) {
	if tv := p.TypesInfo.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		p.converted(tv.Type, call.Args[0])
		return
	}
	sig, ok := p.TypesInfo.TypeOf(call.Fun).(*types.Signature)
	if !ok {
		return
	}
	for i, arg := range call.Args {
		if i < sig.Params().Len() {
			p.converted(sig.Params().At(i).Type(), arg)
		}
	}
}

func (p *Values) convertElements(lit *ast.CompositeLit) {
	st := StructOf(p.TypesInfo.TypeOf(lit))
	if st == nil {
		return
	}
	for i, elt := range lit.Elts {
		if field, value := FieldOf(p.TypesInfo, st, i, elt); field != nil {
			p.converted(field.Type(), value)
		}
	}
}

// converted notes that a value becomes one of a type.
func (p *Values) converted(to types.Type, value ast.Expr) {
	obj := framework.TypeName(to)
	if obj == nil || !types.IsInterface(to) || framework.IsState(to) || p.states[obj] {
		return
	}
	get, set := framework.MethodOf(to, "Get"), framework.MethodOf(to, "Set")
	isUsed := get != nil && framework.IsGet(get) || set != nil && framework.IsSet(set)
	if isUsed && framework.IsState(p.TypesInfo.TypeOf(value)) {
		p.states[obj] = true
	}
}

// IsStateMapExpr reports whether an expression is a framework's own map of state: a
// StateDelta field, or anything of our types.
func (p *Values) IsStateMapExpr(e ast.Expr) bool {
	if framework.IsRuntimeMap(p.TypesInfo.TypeOf(e)) || p.allValues(e) {
		return true
	}
	sel, field := p.FieldSelection(e)
	if field == nil {
		return false
	}
	return p.Sinks.OfField(p.OwnerOf(sel), field).Kind == framework.MapSink
}

// mapSink is what is done with what is written to one of these maps.
func (p *Values) mapSink(e ast.Expr) Sink {
	if sel, field := p.FieldSelection(e); field != nil {
		if t := p.Sinks.OfField(p.OwnerOf(sel), field); t.Kind == framework.MapSink {
			return Sink{Kind: t.Kind, Op: t.Op, Manner: t.Manner}
		}
	}
	return Sink{Kind: framework.MapSink, Op: framework.OpSet, Manner: framework.Manner{Kept: p.allValues(e)}}
}

// holdsState reports whether an expression is a map of state, or goes over all
// keys of a state.
func (p *Values) holdsState(e ast.Expr) bool {
	e = p.Resolved(e)
	if call, ok := e.(*ast.CallExpr); ok {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && sel.Sel.Name == "All" && p.IsState(p.TypesInfo.TypeOf(sel.X))
	}
	return p.IsStateMapExpr(e)
}

// Values follows values through a package: to the text of a string, the read
// that a value comes from, and whether a value is a state.
type Values struct {
	*Package
	states        map[types.Object]bool // interfaces that a state is passed as
	getters       map[*types.Func]Text
	getterManners map[*types.Func]framework.Manner // of those in getters
	alone         *Packages                        // this package
}

// NewValues makes values of an indexed package.
func NewValues(p *Package) *Values {
	v := &Values{
		Package: p, states: map[types.Object]bool{},
		getters: map[*types.Func]Text{}, getterManners: map[*types.Func]framework.Manner{},
	}
	v.alone = In(packageSteps, v)
	v.alone.isOne = true
	return v
}

// packageSteps is what following all values of one package may take.
const packageSteps = 100_000

// Follower begins to follow values within the package.
func (p *Values) Follower() *Follower { return p.alone.Follower() }

// makesInput reports whether a literal gives another field a function that makes of this
// field's text what the model reads: then its braces are that function's.
func (p *Tracer) makesInput(lit *ast.CompositeLit, owner types.Object, field *types.Var) bool {
	other := framework.MakesInput(owner, field.Name())
	if other == "" {
		return false
	}
	value := p.FieldValue(lit, other)
	return value != nil && !p.TypesInfo.Types[value].IsNil()
}

// allValues reports whether an expression is the map of all session values that eino
// returns a copy of.
func (p *Values) allValues(e ast.Expr) bool {
	call, ok := p.Resolved(e).(*ast.CallExpr)
	return ok && framework.ReturnsValues(p.Index.Function(call))
}
