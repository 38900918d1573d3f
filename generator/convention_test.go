package generator_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestGeneratedCodeFollowsConventions holds that generated packages have no
// directives for the compiler, and that the methods which a type declares all
// have pointers as receivers, or none has.
func TestGeneratedCodeFollowsConventions(t *testing.T) {
	files, err := filepath.Glob("../testdata/golden/*/*/*_gen.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no generated files: %v", err)
	}
	pointers := map[string]bool{} // by folder and type
	for _, name := range files {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:") {
					t.Errorf("%s: %s", fset.Position(c.Pos()), c.Text)
				}
			}
		}
		for _, decl := range file.Decls {
			typ, pointer := receiver(decl)
			if typ == "" {
				continue
			}
			typ = filepath.Dir(name) + "." + typ
			if known, ok := pointers[typ]; ok && known != pointer {
				t.Errorf("%s: other methods of %s have another kind of receiver", fset.Position(decl.Pos()), typ)
			}
			pointers[typ] = pointer
		}
	}
}

// receiver returns the type that has a method, empty for other declarations.
func receiver(decl ast.Decl) (typ string, pointer bool) {
	f, ok := decl.(*ast.FuncDecl)
	if !ok || f.Recv == nil {
		return "", false
	}
	expr := f.Recv.List[0].Type
	if star, ok := expr.(*ast.StarExpr); ok {
		return star.X.(*ast.Ident).Name, true
	}
	return expr.(*ast.Ident).Name, false
}
