package infer

import (
	"go/types"
	"slices"
	"strings"
)

// typ is the type of a value as far as a source tells it.
type typ struct {
	base base
	elem *typ   // of lists and maps
	path string // of a Go type: its package
	name string // of a Go type; of one that can't be used, how Go writes it
	why  string // a Go type can't be used
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
	whole      // a number without a fraction, in data
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
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		return n.at(ptr.Elem(), exact, depth+1)
	}
	if named, ok := t.(*types.Named); ok {
		if d, known := wellKnown[fullName(named)]; known {
			return typ{base: d}
		}
		if _, isStruct := t.Underlying().(*types.Struct); isStruct {
			return n.named(named)
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return typ{base: basic(u, exact)}
	case *types.Slice:
		return n.listOf(u.Elem(), exact, depth)
	case *types.Array:
		return n.listOf(u.Elem(), exact, depth)
	case *types.Map:
		if !isBasic(u.Key(), types.IsString) {
			return typ{base: opaque, name: types.TypeString(t, shortName), why: "its keys are not strings"}
		}
		elem := n.at(u.Elem(), exact, depth+1).inside()
		return typ{base: mapping, elem: &elem}
	case *types.Interface:
		return typ{}
	}
	return typ{base: opaque, name: types.TypeString(t, shortName), why: "JSON has no form for it"}
}

// inside is a type as lists and maps hold it: a Go type needs a name there, which somebody gives it under types.
func (t typ) inside() typ {
	if t.base == goType {
		return typ{base: opaque, name: t.path + "." + t.name, why: "in a list or map, only what types declares has a name"}
	}
	return t
}

var wellKnown = map[string]base{
	"time.Time": moment, "time.Duration": span, "encoding/json.Number": jsonNumber, "encoding/json.RawMessage": unknown,
}

func fullName(n *types.Named) string {
	if n.Obj().Pkg() == nil {
		return n.Obj().Name()
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

func shortName(p *types.Package) string { return p.Name() }

func (n typeNamer) listOf(elem types.Type, exact bool, depth int) typ {
	if b, ok := elem.Underlying().(*types.Basic); ok && b.Kind() == types.Byte {
		return typ{base: binary}
	}
	e := n.at(elem, exact, depth+1).inside()
	return typ{base: list, elem: &e}
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

func isBasic(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// named describes a struct type, which the schema can name if the generated
// package can import it.
func (n typeNamer) named(t *types.Named) typ {
	obj := t.Obj()
	if why := n.hidden(t, obj); why != "" {
		return typ{base: opaque, name: types.TypeString(t, shortName), why: why}
	}
	return typ{base: goType, path: obj.Pkg().Path(), name: obj.Name()}
}

// hidden says why the generated package can't use a type; empty if it can.
func (n typeNamer) hidden(t *types.Named, obj *types.TypeName) string {
	switch {
	case obj.Pkg() == nil || obj.Parent() != obj.Pkg().Scope():
		return "it is declared inside a function"
	case obj.Pkg().Name() == "main" || strings.HasSuffix(obj.Pkg().Name(), "_test"):
		return "no package can import " + obj.Pkg().Name()
	case !obj.Exported():
		return "it is not exported"
	case t.TypeArgs().Len() > 0:
		return "it has type arguments"
	case !n.mayImport(obj.Pkg().Path()):
		return "it is internal to another module or folder"
	case n.importsBack(obj.Pkg()):
		return "its package uses state, and generated code that imports it could not be imported there; " +
			"in a package of its own it can be a go_type"
	}
	return ""
}

// importsBack reports whether a package will import the generated one: it, or
// a package that it imports, uses state.
func (n typeNamer) importsBack(p *types.Package) bool {
	uses := func(p *types.Package) bool { return p.Path() == n.output || n.users[p.Path()] }
	return uses(p) || slices.ContainsFunc(p.Imports(), uses)
}

// mayImport reports whether Go lets the generated package import a path.
func (n typeNamer) mayImport(path string) bool {
	before, _, internal := strings.Cut("/"+path+"/", "/internal/")
	before = strings.TrimPrefix(before, "/")
	return !internal || n.output == before || before != "" && strings.HasPrefix(n.output, before+"/")
}
