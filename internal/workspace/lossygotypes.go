package workspace

import (
	"cmp"
	"context"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/schema"
)

// Lossy returns, of some Go types, those of which encoding/json can't keep every value,
// each with the first part that is lost and why. The types are looked up as code in the folder
// would import them. Nothing is said of what can't be loaded.
func Lossy(ctx context.Context, dir string, named []schema.GoType) map[schema.GoType]string {
	paths := map[string]bool{}
	for _, t := range named {
		if !isPattern(t.Path) {
			paths[t.Path] = true
		}
	}
	if len(paths) == 0 {
		return nil
	}
	config := &packages.Config{
		Context: ctx, Dir: dir, Mode: packages.NeedName | packages.NeedTypes | packages.NeedExportFile,
	}
	loaded, err := packages.Load(config, slices.Sorted(maps.Keys(paths))...)
	if err != nil {
		return nil
	}
	lossy := map[schema.GoType]string{}
	for _, pkg := range loaded {
		if pkg.Types == nil || len(pkg.Errors) > 0 {
			continue
		}
		for _, t := range named {
			object := pkg.Types.Scope().Lookup(t.Name)
			if t.Path != pkg.PkgPath || object == nil {
				continue
			}
			if lost := lostPart(object.Type()); lost != "" {
				lossy[t] = lost
			}
		}
	}
	return lossy
}

// isPattern reports what the go command takes for many packages, and would compile them all.
func isPattern(path string) bool {
	return strings.Contains(path, "...") || slices.Contains([]string{"all", "cmd", "std", "tool", "work"}, path)
}

// lostPart says which part of a type JSON loses first, such as "User.username is
// unexported"; empty: none is known.
func lostPart(t types.Type) string {
	part, why := search{}.in(t)
	if why == "" {
		return ""
	}
	return cmp.Or(part, "its value") + " " + why
}

// search remembers the types that were looked into: a type may contain itself.
type search map[types.Type]bool

// in looks into a type and returns the path of the part that is lost, and why.
func (s search) in(t types.Type) (part, why string) {
	t = types.Unalias(t)
	if s[t] || decidesItself(t) {
		return "", ""
	}
	s[t] = true
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return s.fields(u)
	case *types.Map:
		return s.in(u.Elem())
	case interface{ Elem() types.Type }: // a pointer, a slice, an array, or a channel
		if _, isChannel := u.(*types.Chan); isChannel {
			return "", "has no JSON"
		}
		return s.in(u.Elem())
	case *types.Signature:
		return "", "has no JSON"
	case *types.Basic:
		if u.Info()&types.IsComplex != 0 {
			return "", "has no JSON"
		}
	}
	return "", ""
}

func (s search) fields(t *types.Struct) (part, why string) {
	for i := range t.NumFields() {
		f := t.Field(i)
		switch tag := reflect.StructTag(t.Tag(i)).Get("json"); {
		case f.Name() == "_", isLock(f.Type()):
			continue
		case tag == "-":
			return f.Name(), `has json:"-"`
		case !f.Exported() && !promotes(f):
			return f.Name(), "is unexported"
		}
		if part, why := s.in(f.Type()); why != "" {
			return joined(f.Name(), part), why
		}
	}
	return "", ""
}

func joined(field, part string) string {
	if part == "" {
		return field
	}
	return field + "." + part
}

// promotes reports an embedded struct: encoding/json takes its fields for those of the
// struct around it, even if its own name is unexported.
func promotes(f *types.Var) bool {
	_, isStruct := f.Type().Underlying().(*types.Struct)
	return f.Embedded() && isStruct
}

// isLock reports a type of package sync, which holds nothing that is to be kept.
func isLock(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sync"
}

// decidesItself reports a type with methods that say how it is encoded, or, as setters
// ask it, which values mean the same.
func decidesItself(t types.Type) bool {
	return slices.ContainsFunc([]string{"MarshalJSON", "MarshalText", "Equal"}, func(name string) bool {
		method, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
		_, ok := method.(*types.Func)
		return ok
	})
}
