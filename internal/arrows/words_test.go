package arrows

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestWords holds that the words of a rule stand in one file, beside its ID and level: no other file hands a message
// to something together with the rule.
func TestWords(t *testing.T) {
	files, homes := map[string]*ast.File{}, map[string]string{}
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, name)
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (isSkipped(rel) || rel == "runtime"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files[rel] = file
		for _, rule := range registered(file) {
			homes[file.Name.Name+"."+rule] = rel
		}
		return nil
	})
	if err != nil || len(homes) < 100 {
		t.Fatalf("%d rules are registered, %v", len(homes), err)
	}
	for rel, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			for _, rule := range worded(n, file.Name.Name) {
				if home := homes[rule]; home != "" && home != rel && (path.Dir(home) == path.Dir(rel) || strings.Contains(rule, ".")) {
					t.Errorf("%s:%d words a finding of %s, whose words stand in %s", rel, set.Position(n.Pos()).Line, rule, home)
				}
			}
			return true
		})
	}
}

// registered are the names of the rules that a file registers.
func registered(file *ast.File) (names []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		call, ok := spec.Values[0].(*ast.CallExpr)
		if !ok {
			return true
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Register" {
			names = append(names, spec.Names[0].Name)
		}
		return true
	})
	return names
}

// worded are the rules, as "package.Name", that a call takes together with a text.
func worded(n ast.Node, pkg string) (rules []string) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return nil
	}
	text := false
	for _, arg := range call.Args {
		ast.Inspect(arg, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr, *ast.FuncLit:
				return false
			case *ast.BasicLit:
				text = text || n.Kind == token.STRING && strings.Contains(n.Value, " ")
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok {
					rules = append(rules, x.Name+"."+n.Sel.Name)
				}
				return false
			case *ast.Ident:
				rules = append(rules, pkg+"."+n.Name)
			}
			return true
		})
	}
	if !text {
		return nil
	}
	return rules
}
