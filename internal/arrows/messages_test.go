package arrows

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// printers may look into messages: they lay them out for people and for other tools.
var printers = []string{"internal/diag"}

// TestMessages holds that nothing decides by the words of a finding, so that rewording one changes no behaviour: what
// is said for people, in a field called Message or Hint, is not compared, searched, cut or replaced.
func TestMessages(t *testing.T) {
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (isSkipped(rel) || rel == "runtime" || slices.Contains(printers, rel)):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		for _, line := range readsOf(t, path) {
			t.Errorf("%s:%d reads a finding's words: give the finding an argument, and ask for that", rel, line)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// readsOf returns the lines of a file that look into messages.
func readsOf(t *testing.T, path string) (lines []int) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var looked []ast.Expr
		switch n := n.(type) {
		case *ast.CallExpr:
			if searches(n.Fun) {
				looked = n.Args
			}
		case *ast.BinaryExpr:
			if compares(n) && isWords(n.X) != isWords(n.Y) { // two findings may be compared
				looked = []ast.Expr{n.X, n.Y}
			}
		case *ast.SwitchStmt:
			looked = []ast.Expr{n.Tag}
		}
		if slices.ContainsFunc(looked, isWords) {
			lines = append(lines, files.Position(n.Pos()).Line)
		}
		return true
	})
	return lines
}

// searches reports whether a function is one of those that look into a text: of packages strings and regexp, or a
// method of an expression.
func searches(fun ast.Expr) bool {
	sel, ok := fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if pkg, ok := sel.X.(*ast.Ident); ok && (pkg.Name == "strings" || pkg.Name == "regexp") {
		return true
	}
	return strings.HasPrefix(sel.Sel.Name, "Match") || strings.HasPrefix(sel.Sel.Name, "FindString")
}

// compares reports whether an expression compares with something else than nothing.
func compares(e *ast.BinaryExpr) bool {
	empty := func(x ast.Expr) bool { lit, ok := x.(*ast.BasicLit); return ok && lit.Value == `""` }
	return (e.Op == token.EQL || e.Op == token.NEQ) && !empty(e.X) && !empty(e.Y)
}

// isWords reports whether an expression is the message or the hint of something.
func isWords(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	return ok && (sel.Sel.Name == "Message" || sel.Sel.Name == "Hint")
}
