// Package gencode reads what stategen generated from a schema: which names stand
// for which keys, so that the check can offer them in place of raw keys.
package gencode

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/importpath"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
	"github.com/seed92179c4c/stategen/schema"
)

// Code is the package that was generated from a schema, as far as raw keys can be
// replaced by what it declares. It is read from the files, since a package with
// raw keys need not import it, and it may be older than the schema.
type Code struct {
	Name    string               // of the package
	Imports []string             // paths
	Funcs   map[string]Signature // functions, and methods of State and Reader

	keys     map[string]string // by wire key, the name of its constant
	families map[string]string // by pattern, the Go name of a family
}

// Signature is what a function takes and gives, as its source says it.
type Signature struct{ Params, Results []string }

// Is reports whether a signature has these types.
func (s Signature) Is(params, results []string) bool {
	return slices.Equal(s.Params, params) && slices.Equal(s.Results, results)
}

// Constant is the name of what gives the key.
func (c *Code) Constant(key *schema.Key) string {
	if len(key.Params) > 0 {
		return c.families[key.Wire()] + "Key"
	}
	return "Key" + c.keys[key.Wire()]
}

// GoName is the key's name in accessors; empty if the code has none.
func (c *Code) GoName(key *schema.Key) string {
	if len(key.Params) > 0 {
		return c.families[key.Wire()]
	}
	return c.keys[key.Wire()]
}

// readGenerated reads the files that were generated from a schema; nil if raw keys
// can be replaced by nothing in them.
func readGenerated(src *sources.Reader, schema, dir string, files []string) *Code {
	code := &Code{Funcs: map[string]Signature{}, keys: map[string]string{}, families: map[string]string{}}
	for _, path := range files {
		text, err := src.Reread(path)
		if err != nil {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		source, ours := Source(f)
		if ours && filepath.Join(dir, filepath.FromSlash(source)) == schema {
			code.add(f)
		}
	}
	if len(code.keys)+len(code.families) == 0 {
		return nil
	}
	return code
}

func (c *Code) add(f *ast.File) {
	c.Name = f.Name.Name
	c.Imports = append(c.Imports, importpath.Of(f)...)
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && len(v.Names) == 1 && len(v.Values) == 1 {
					c.addValue(d.Tok, v.Names[0].Name, v.Values[0])
				}
			}
		case *ast.FuncDecl:
			if recv := receiverOf(d); recv == "" || recv == "State" || recv == "Reader" {
				c.Funcs[d.Name.Name] = signatureOf(d)
			}
		}
	}
}

// addValue notes a constant of a key, or the variable that matches a family.
func (c *Code) addValue(tok token.Token, name string, value ast.Expr) {
	if goName, ok := strings.CutPrefix(name, "Key"); ok && tok == token.CONST && goName != "" {
		if wire, ok := literalText(value); ok {
			c.keys[wire] = goName
		}
	}
	goName, ok := strings.CutPrefix(name, "family")
	if !ok || tok != token.VAR {
		return
	}
	for { // NewFamily(…).Formerly(…)
		call, isCall := value.(*ast.CallExpr)
		if !isCall || len(call.Args) == 0 {
			return
		}
		sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if sel != nil && sel.Sel.Name == "NewFamily" {
			if pattern, ok := literalText(call.Args[0]); ok {
				c.families[pattern] = goName
			}
			return
		}
		if sel == nil {
			return
		}
		value = sel.X
	}
}

func literalText(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}

func receiverOf(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) != 1 {
		return ""
	}
	return strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*")
}

func signatureOf(d *ast.FuncDecl) Signature {
	return Signature{fieldTypes(d.Type.Params), fieldTypes(d.Type.Results)}
}

func fieldTypes(list *ast.FieldList) []string {
	var all []string
	if list == nil {
		return nil
	}
	for _, f := range list.List {
		for range max(1, len(f.Names)) {
			all = append(all, types.ExprString(f.Type))
		}
	}
	return all
}
