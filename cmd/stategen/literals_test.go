package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/workspace"
)

// TestRulesStandOnce holds that product code has the ID of a rule in its registration alone, and makes findings of
// rules by diag.New: whoever needs an ID or a level asks the rule for it.
func TestRulesStandOnce(t *testing.T) {
	ids, registered := workspace.Rules().IDs(), map[string]int{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (name == "testdata" || name == "test" || name == ".git"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		named := literalsIn(t, path)
		for id, at := range named.rules {
			registered[id]++
			delete(named.texts, at)
		}
		for at, text := range named.texts {
			if slices.Contains(ids, text) && strings.Contains(text, "-") && !isFlag(path, text) {
				t.Errorf("%s has %q: ask the rule for its ID", at, text)
			}
		}
		for _, at := range named.findings {
			t.Errorf("%s: make the finding by diag.New, which knows the rule's level", at)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		if registered[id] != 1 {
			t.Errorf("%s is registered %d times", id, registered[id])
		}
	}
}

// isFlag reports whether a text is the name of a flag that is called like a rule.
func isFlag(path, text string) bool {
	return filepath.Base(path) == "check.go" && text == "not-checked"
}

// literals are the texts in a file by their places, the places of IDs in registrations by these IDs, and findings
// that are composed.
type literals struct {
	texts, rules map[string]string
	findings     []string
}

func literalsIn(t *testing.T, path string) literals {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := literals{texts: map[string]string{}, rules: map[string]string{}}
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				found.texts[files.Position(n.Pos()).String()] = text
			}
		case *ast.CompositeLit:
			id, message := field(n, "ID"), field(n, "Message")
			if lit, ok := id.(*ast.BasicLit); ok && field(n, "Summary") != nil {
				text, _ := strconv.Unquote(lit.Value)
				found.rules[text] = files.Position(lit.Pos()).String()
			}
			if sel, ok := id.(*ast.SelectorExpr); ok && sel.Sel.Name == "ID" && message != nil && file.Name.Name != "diag" {
				found.findings = append(found.findings, files.Position(n.Pos()).String())
			}
		}
	}
	return found
}

// field is the value that a composite literal gives a field; nil if it gives none.
func field(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
			return kv.Value
		}
	}
	return nil
}
