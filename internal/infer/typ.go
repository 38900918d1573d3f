package infer

import (
	"go/types"
	"slices"
	"strings"
)

// typ is the type of a value as far as a source tells it.
type typ struct {
	base  base
	elem  *typ   // of lists and maps
	path  string // of a Go type: its package
	name  string // of a Go type; of one that can't be used, how Go writes it
	place string // that tells it
}

// base is the outermost part of a typ. Some say less than a schema's type:
// a number that came back from JSON may have been an int or a float.
type base uint8

const (
	unknown base = iota // nothing is said: an interface
	text
	boolean
	integer
	integer64
	jsonNumber // a float64 that may have been an integer
	real       // has a fraction, or is a float where it is written
	moment
	momentText // a string that holds a time
	span
	binary
	list
	mapping
	goType
	opaque // a Go type that the schema can't name
)

// merge finds the one type that two sources may mean, and whether they don't contradict each other.
func merge(a, b typ) (typ, bool) {
	if a.base > b.base {
		a, b = b, a
	}
	switch {
	case a.base == unknown:
		return b, true
	case a.base == b.base && a.elem != nil && b.elem != nil:
		elem, ok := merge(*a.elem, *b.elem)
		return typ{base: a.base, elem: &elem}, ok
	case a.base == b.base && a.path == b.path && a.name == b.name:
		return a, true
	case a.base == mapping && b.base >= goType, a.base == list && b.base == opaque:
		return b, true // a struct that has been through a database
	case a.base == b.base:
		return typ{base: opaque, name: a.name + " and " + b.name}, false
	}
	if to, known := mergers[[2]base{a.base, b.base}]; known {
		return typ{base: to}, true
	}
	return typ{}, false
}

// mergers say what two different types mean together.
var mergers = map[[2]base]base{
	{integer, integer64}: integer, {integer, jsonNumber}: integer, {integer64, jsonNumber}: integer64,
	{integer, real}: real, {integer64, real}: real, {jsonNumber, real}: real,
	{text, momentText}: text, {text, moment}: moment, {moment, momentText}: moment,
	{text, span}: span, {text, binary}: binary,
}

// mergeAll merges several types in order.
func mergeAll(list []typ) (t typ, sure bool) {
	sure = true
	for _, next := range list {
		merged, ok := merge(t, next)
		if !ok && merged.base == unknown {
			return merged, false
		}
		t, sure = merged, sure && ok
	}
	return t, sure
}

// String writes a type as a schema does, but for Go types.
func (t typ) String() string {
	names := map[base]string{
		text: "string", momentText: "time", boolean: "bool", integer: "int", integer64: "int64", jsonNumber: "float",
		real: "float", moment: "time", span: "duration", binary: "bytes",
	}
	switch t.base {
	case list:
		return "[]" + t.elem.String()
	case mapping:
		return "map[string]" + t.elem.String()
	}
	if name, ok := names[t.base]; ok {
		return name
	}
	return "json"
}

// shown is how a doubt names a type.
func (t typ) shown() string {
	switch t.base {
	case opaque, goType:
		return t.name
	case jsonNumber:
		return "float64"
	}
	return t.String()
}

// hidden is the part of a type that a schema can't name; empty if it can name all.
func (t typ) hidden() string {
	switch {
	case t.base == opaque:
		return t.name
	case t.elem != nil:
		return t.elem.hidden()
	}
	return ""
}

// typeNamer turns Go types into typs. It knows which types the generated
// package can import.
type typeNamer struct {
	output string          // import path of the generated package; empty: not known
	users  map[string]bool // packages that will import the generated one
}

const maxDepth = 6

// typ describes a Go type. Exact is whether a float64 can only be a float.
func (n typeNamer) typ(t types.Type, exact bool) typ { return n.at(t, exact, 0) }

func (n typeNamer) at(t types.Type, exact bool, depth int) typ {
	if depth > maxDepth {
		return typ{}
	}
	t = types.Unalias(t)
	written := types.TypeString(t, (*types.Package).Name)
	if named, ok := t.(*types.Named); ok {
		if known, ok := wellKnown[types.TypeString(t, nil)]; ok {
			return typ{base: known}
		}
		if _, isStruct := t.Underlying().(*types.Struct); isStruct && n.canName(named) {
			return typ{base: goType, path: named.Obj().Pkg().Path(), name: named.Obj().Name()}
		}
	}
	inside := func(of types.Type) *typ {
		elem := n.at(of, exact, depth+1)
		if elem.base == goType { // it needs a name there, which somebody gives it under types
			elem = typ{base: opaque, name: elem.path + "." + elem.name}
		}
		return &elem
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return n.at(u.Elem(), exact, depth+1)
	case *types.Chan: // no data
	case *types.Basic:
		return typ{base: basic(u, exact)}
	case interface{ Elem() types.Type }: // a slice, an array or a map
		b, isBasic := u.Elem().Underlying().(*types.Basic)
		m, isMap := t.Underlying().(*types.Map)
		switch {
		case isMap && types.Identical(m.Key().Underlying(), types.Typ[types.String]):
			return typ{base: mapping, elem: inside(u.Elem())}
		case isMap:
			return typ{base: opaque, name: written}
		case isBasic && b.Kind() == types.Byte:
			return typ{base: binary}
		}
		return typ{base: list, elem: inside(u.Elem())}
	case *types.Interface:
		return typ{}
	}
	return typ{base: opaque, name: written}
}

var wellKnown = map[string]base{
	"time.Time": moment, "time.Duration": span, "encoding/json.Number": jsonNumber, "encoding/json.RawMessage": unknown,
}

func basic(b *types.Basic, exact bool) base {
	switch info := b.Info(); {
	case info&types.IsString != 0:
		return text
	case info&types.IsBoolean != 0:
		return boolean
	case b.Kind() == types.Int64 || b.Kind() == types.Uint64:
		return integer64
	case info&types.IsInteger != 0:
		return integer
	case info&types.IsFloat != 0 && (exact || b.Kind() == types.Float32):
		return real // nothing that was stored comes back as a float32
	case info&types.IsFloat != 0:
		return jsonNumber
	}
	return unknown
}

// canName reports whether a schema can name a struct type: generated code can import it, and its package does not
// import that, since neither it nor what it imports uses state.
func (n typeNamer) canName(t *types.Named) bool {
	obj, pkg := t.Obj(), t.Obj().Pkg()
	if pkg == nil || obj.Parent() != pkg.Scope() || !obj.Exported() || t.TypeArgs().Len() > 0 {
		return false
	}
	uses := func(p *types.Package) bool { return p.Path() == n.output || n.users[p.Path()] }
	isProgram := pkg.Name() == "main" || strings.HasSuffix(pkg.Name(), "_test")
	return !isProgram && n.mayImport(pkg.Path()) && !uses(pkg) && !slices.ContainsFunc(pkg.Imports(), uses)
}

// mayImport reports whether Go lets the generated package import a path.
func (n typeNamer) mayImport(path string) bool {
	before, _, internal := strings.Cut("/"+path+"/", "/internal/")
	before = strings.TrimPrefix(before, "/")
	return !internal || n.output == before || before != "" && strings.HasPrefix(n.output, before+"/")
}
