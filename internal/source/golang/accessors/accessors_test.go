package accessors_test

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"golang.org/x/tools/txtar"
)

var kinds = []string{"get", "set", "clear", "output", "placeholder", "loaded", "mention", "begin", "unset"}

// TestAccessors holds that each function, method and field that is generated for a schema with a
// key for each kind of helper does with its keys what its name says, and that other packages know:
// for each use all that do it, fields with a dot in front.
func TestAccessors(t *testing.T) {
	snippet.Golden(t, "testdata", func(t *testing.T, _ *txtar.Archive, p *snippet.Program) string {
		var here, elsewhere *accessors.Finder
		for _, ap := range p.Passes {
			pkg := follow.NewPackage(ap, p.Sources)
			pkg.IndexAll()
			here, elsewhere = elsewhere, accessors.Find(follow.NewValues(pkg))
			pkg.ExportGenerated()
		}
		var order []string
		byUse := map[string]string{}
		for _, obj := range objects(here.Pkg) {
			uses := here.Of(obj)
			if !slices.Equal(elsewhere.Of(obj), uses) {
				t.Errorf("of %s another package knows %v", obj.Name(), elsewhere.Of(obj))
			}
			said := shown(uses)
			if byUse[said] == "" {
				order = append(order, said)
			}
			byUse[said] += " " + nameOf(obj)
		}
		slices.Sort(order)
		text := ""
		for _, use := range order {
			text += use + byUse[use] + "\n"
		}
		return text
	})
}

func shown(uses []accessors.Use) string {
	var list []string
	for _, u := range uses {
		list = append(list, kinds[u.Kind]+map[bool]string{true: " merged"}[u.Merge]+" "+u.Key)
	}
	return strings.Join(list, ", ") + ":"
}

// objects are the exported functions and methods of a package, and the fields of the structs that
// hold a state.
func objects(pkg *types.Package) (list []types.Object) {
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if fn, ok := obj.(*types.Func); ok && fn.Exported() {
			list = append(list, fn)
		}
		named, ok := obj.Type().(*types.Named)
		if _, isType := obj.(*types.TypeName); !ok || !isType {
			continue
		}
		for m := range named.Methods() {
			if m.Exported() {
				list = append(list, m)
			}
		}
		if st, ok := named.Underlying().(*types.Struct); ok && (name == "Snapshot" || name == "Initial") {
			for f := range st.Fields() {
				list = append(list, f)
			}
		}
	}
	return list
}

func nameOf(obj types.Object) string {
	if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() != nil {
		return types.TypeString(fn.Signature().Recv().Type(), func(*types.Package) string { return "" }) + "." + fn.Name()
	}
	if v, ok := obj.(*types.Var); ok {
		return "." + v.Name()
	}
	return obj.Name()
}
