package statelint

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// portableFact is a fact that outlives the packages it was made with: it is
// about what has a name in its package, or about the package (an empty name).
type portableFact struct {
	Name string
	Fact analysis.Fact
}

// exportedFacts are the facts of one pass.
type exportedFacts struct {
	pkg  *types.Package
	list []aboutFact
}

type aboutFact struct {
	about any // a types.Object or the package
	fact  analysis.Fact
}

func (e *exportedFacts) put(about any, f analysis.Fact) {
	e.list = append(e.list, aboutFact{about, f})
}

// publish makes the facts known to the passes that come, and returns them.
// What has no name is nothing that another package can use.
func (e *exportedFacts) publish(store *factStore) []portableFact {
	if len(e.list) == 0 {
		return nil
	}
	names := objectNames(e.pkg)
	var out []portableFact
	for _, f := range e.list {
		if name, ok := names[f.about]; ok {
			store.put(f.about, f.fact)
			out = append(out, portableFact{name, f.fact})
		}
	}
	return out
}

// adopt makes known what an earlier pass has found out about a package.
func (s *factStore) adopt(pkg *types.Package, facts []portableFact) {
	if len(facts) == 0 {
		return
	}
	objects := map[string]any{}
	for about, name := range objectNames(pkg) {
		objects[name] = about
	}
	for _, f := range facts {
		if about, ok := objects[f.Name]; ok {
			s.put(about, f.Fact)
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
