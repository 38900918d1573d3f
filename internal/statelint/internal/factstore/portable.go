package factstore

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// Portable is a fact that outlives the packages it was made with: it is
// about what has a name in its package, or about the package (an empty name).
type Portable struct {
	Name string
	Fact analysis.Fact
}

// Exported are the facts of one pass.
type Exported struct {
	Pkg *types.Package

	list []aboutFact
}

type aboutFact struct {
	about any // a types.Object or the package
	fact  analysis.Fact
}

// Put adds a fact about an object or the package.
func (e *Exported) Put(about any, f analysis.Fact) {
	e.list = append(e.list, aboutFact{about, f})
}

// Publish makes the facts known to the passes that come, and returns them.
// What has no name is nothing that another package can use.
func (e *Exported) Publish(store *Store) []Portable {
	if len(e.list) == 0 {
		return nil
	}
	names := objectNames(e.Pkg)
	var out []Portable
	for _, f := range e.list {
		if name, ok := names[f.about]; ok {
			store.Put(f.about, f.fact)
			out = append(out, Portable{name, f.fact})
		}
	}
	return out
}

// Adopt makes known what an earlier pass has found out about a package.
func (s *Store) Adopt(pkg *types.Package, facts []Portable) {
	if len(facts) == 0 {
		return
	}
	objects := map[string]any{}
	for about, name := range objectNames(pkg) {
		objects[name] = about
	}
	for _, f := range facts {
		if about, ok := objects[f.Name]; ok {
			s.Put(about, f.Fact)
		}
	}
}

// objectNames names whatever a fact can be about: what a package declares, the
// methods and fields of that, and the package itself.
func objectNames(pkg *types.Package) map[any]string {
	names := map[any]string{pkg: ""}
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		names[obj] = name
		t := obj.Type()
		if _, isType := obj.(*types.TypeName); isType {
			if named, ok := t.(*types.Named); ok {
				for m := range named.Methods() {
					names[m] = name + "." + m.Name()
				}
				t = named.Underlying()
			}
		}
		nameMembers(names, name, t)
	}
	return names
}

// nameMembers names the fields and methods of a type without a name.
func nameMembers(names map[any]string, prefix string, t types.Type) {
	switch t := t.(type) {
	case *types.Struct:
		for f := range t.Fields() {
			name := prefix + "." + f.Name()
			names[f] = name
			nameMembers(names, name, f.Type())
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			names[m] = prefix + "." + m.Name()
		}
	case interface{ Elem() types.Type }: // pointers, lists, maps
		nameMembers(names, prefix+".*", t.Elem())
	}
}
