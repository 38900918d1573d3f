package framework

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// SinkKind says what is made of the value that reaches a sink.
type SinkKind uint8

const (
	NoSink   SinkKind = iota
	KeySink           // a state key
	TextSink          // an instruction
	MapSink           // a map of state keys to values
)

// Op is what is done with a key.
type Op uint8

const (
	OpGet Op = iota
	OpSet
	OpCreate // what a session begins with
	OpClear
	OpOutput // an agent's text is saved under it
	OpAssert // its value is asserted to have a type
	OpRender // stategen's own code renders the text
)

// Taken is one thing that a framework takes.
type Taken struct {
	Arg   int // of a function, from 1; 0: the value of a field
	Kind  SinkKind
	Op    Op
	Value int // the argument that is written under the key, from 1; 0: none
	Manner
}

// Manner is how a framework takes keys and values at a place.
type Manner struct {
	Scope string // the prefix that all keys have there, written or not
	Local bool   // keys of every scope are stored with the session, and reach no other
	Bytes bool   // values are bytes that hold JSON or text
	Added bool   // a schema adds the place: bytes may be of any form
	JSON  bool   // the value is seen whose JSON the bytes are
	Kept  bool   // values stay what they are: no database gives them back as others
	// Dialect is that in which the framework reads a text there. ADK, which is the zero
	// one, stands for what the schema says.
	Dialect instruction.Dialect
}

// knownAs is what the frameworks take by a function, or by a method or field of a type.
func knownAs(path, owner, name string) (Taken, bool) {
	k, folder := kitOf(path)
	takes := runtimeTakes
	switch {
	case k == nil:
		folder = runtimePackage(path)
	case k.as != nil:
		folder, owner = k.as(folder, owner)
		fallthrough
	default:
		takes = k.takes
	}
	if owner != "" {
		name = owner + "." + name
	}
	t, ok := takes[folder+"."+name]
	return t, ok
}

// Sinks is what the frameworks take, and what a schema adds to it. A nil *Sinks
// is that of the frameworks alone.
type Sinks struct {
	added map[string][]addedSink // by the full name of the function or field
	seen  map[int]bool           // the added sinks that take something, by their numbers
}

type addedSink struct {
	Taken
	number int
}

// Add adds a sink under a number by which Seen tells of it. The name is that of a
// function, path.Func, or of a method or field, path.Type.Name.
func (s *Sinks) Add(number int, name string, t Taken) {
	if s.added == nil {
		s.added, s.seen = map[string][]addedSink{}, map[int]bool{}
	}
	s.added[name] = append(s.added[name], addedSink{t, number})
}

// Seen returns the numbers of the added sinks that something reached.
func (s *Sinks) Seen() map[int]bool {
	if s == nil {
		return nil
	}
	return s.seen
}

// OfField says what is done with a field of a struct. What the frameworks' tables say
// comes before what a schema adds.
func (s *Sinks) OfField(owner types.Object, field *types.Var) Taken {
	if owner == nil || owner.Pkg() == nil {
		return Taken{}
	}
	var added Taken
	for _, a := range s.addedTo(owner.Pkg(), owner.Name(), field.Name()) {
		if added.Kind == NoSink && a.Arg == 0 && s.fits(a, field.Type()) {
			added = a.holding(elemOf(field.Type()))
		}
	}
	if t, ok := knownAs(owner.Pkg().Path(), owner.Name(), field.Name()); ok {
		return t
	}
	return added
}

// addedTo is what a schema adds at a function, or at a method or field of a type.
func (s *Sinks) addedTo(pkg *types.Package, owner, name string) []addedSink {
	if s == nil || len(s.added) == 0 {
		return nil
	}
	if owner != "" {
		name = owner + "." + name
	}
	return s.added[pkg.Path()+"."+name]
}

// OfFunc says what is done with the arguments of a function, likewise.
func (s *Sinks) OfFunc(fn *types.Func) []Taken {
	if fn.Pkg() == nil {
		return nil
	}
	owner := ""
	if fn.Signature().Recv() != nil {
		owner = ReceiverName(fn)
	}
	var added []Taken
	for _, a := range s.addedTo(fn.Pkg(), owner, fn.Name()) {
		hasValue := a.Value == 0 || paramType(fn, a.Value) != nil
		if a.Arg > 0 && hasValue && s.fits(a, paramType(fn, a.Arg)) {
			added = append(added, a.holding(a.held(fn)))
		}
	}
	if t, ok := knownAs(fn.Pkg().Path(), owner, fn.Name()); ok {
		return []Taken{t}
	}
	return added
}

// held is the type of the values that a function writes; nil if it takes none.
func (t Taken) held(fn *types.Func) types.Type {
	if t.Kind == MapSink {
		return elemOf(paramType(fn, t.Arg))
	}
	if t.Value > 0 {
		return paramType(fn, t.Value)
	}
	return nil
}

// holding says of values that are bytes by their type that they may hold JSON.
func (t Taken) holding(value types.Type) Taken {
	if value != nil && IsBytes(value) {
		t.Manner.Bytes, t.Manner.Added = true, true
	}
	return t
}

// TakesParam reports whether the schema says what is done with a function's parameter, from
// 1: then it need not be followed into the function.
func (s *Sinks) TakesParam(fn *types.Func, param int) bool {
	if s == nil || len(s.added) == 0 || fn == nil {
		return false
	}
	for _, t := range s.OfFunc(fn) {
		if t.Arg == param {
			return true
		}
	}
	return false
}

// Args are the arguments of a call that are what t says: several if that is a
// variadic parameter.
func (t Taken) Args(fn *types.Func, call *ast.CallExpr) []ast.Expr {
	if t.Arg > len(call.Args) {
		return nil
	}
	if fn.Signature().Variadic() && t.Arg == fn.Signature().Params().Len() && !call.Ellipsis.IsValid() {
		return call.Args[t.Arg-1:]
	}
	return call.Args[t.Arg-1 : t.Arg]
}

// paramType is the type of a parameter, from 1, and of each argument of a variadic
// one; nil if there is none.
func paramType(fn *types.Func, n int) types.Type {
	params := fn.Signature().Params()
	if n > params.Len() {
		return nil
	}
	t := params.At(n - 1).Type()
	if list, ok := t.(*types.Slice); ok && n == params.Len() && fn.Signature().Variadic() {
		return list.Elem()
	}
	return t
}

// fits reports whether a type can be taken, and notes that it is.
func (s *Sinks) fits(a addedSink, t types.Type) bool {
	_, isParam := t.(*types.TypeParam)
	fits := isParam || a.Kind != MapSink && IsStringKind(t) || a.Kind == MapSink && IsStateMap(t)
	if fits {
		s.seen[a.number] = true
	}
	return fits
}
