package factstore_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/factstore"
)

type fact struct{ Text string }

type other struct{ Text string }

func (*fact) AFact()  {}
func (*other) AFact() {}

const source = `package a

type T struct {
	Field struct{ Inner int }
	list  []struct{ Elem int }
}

func (T) Method(param int) { local := 1; _ = local }

type I interface{ Do() }

var V struct{ Of int }

func F() {}
`

// check type-checks the source anew, and returns what it declares, by name.
func check(t *testing.T) (*types.Package, map[string]types.Object) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	config := types.Config{}
	pkg, err := config.Check("a", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]types.Object{}
	for id, obj := range info.Defs {
		named[id.Name] = obj
	}
	return pkg, named
}

// TestFactsOutliveARun holds that facts about a package, and about what has a name in it, are known
// to passes on the same source that is read again.
func TestFactsOutliveARun(t *testing.T) {
	pkg, objects := check(t)
	out := &factstore.Exported{Pkg: pkg}
	for _, name := range []string{"T", "Field", "Inner", "Elem", "Method", "Do", "V", "Of", "F"} {
		out.Put(objects[name], &fact{name})
	}
	out.Put(pkg, &fact{"package"})
	out.Put(objects["param"], &fact{"param"})
	out.Put(objects["local"], &fact{"local"})
	store := factstore.New()
	portable := out.Publish(store)
	if len(portable) != 10 {
		t.Errorf("%d facts have a name", len(portable))
	}
	again, found := check(t)
	adopted := factstore.New()
	adopted.Adopt(again, append(portable, factstore.Portable{Name: "Gone", Fact: &fact{"gone"}}))
	adopted.Adopt(pkg, nil)
	for name, want := range map[string]bool{"T": true, "Field": true, "Inner": true, "Elem": true, "Method": true, "Do": true, "V": true, "Of": true, "F": true, "param": false, "local": false} {
		for _, from := range []struct {
			store *factstore.Store
			about types.Object
		}{{store, objects[name]}, {adopted, found[name]}} {
			f := new(fact)
			if got := from.store.Get(from.about, f); got != want || want && f.Text != name {
				t.Errorf("of %s is known: %v, %q", name, got, f.Text)
			}
		}
	}
	f := new(fact)
	if !adopted.Get(again, f) || f.Text != "package" || adopted.Get(pkg, f) || adopted.Get(again, new(other)) {
		t.Errorf("of the package is known %q", f.Text)
	}
	if none := (&factstore.Exported{Pkg: pkg}).Publish(store); none != nil {
		t.Errorf("nothing is published as %v", none)
	}
}
