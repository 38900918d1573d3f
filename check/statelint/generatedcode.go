package statelint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
)

// generatedCode is the package that was generated from a schema, as far as raw
// keys can be replaced by what it declares. It is read from the files, since a
// package with raw keys need not import it, and it may be older than the
// schema.
type generatedCode struct {
	dir      string
	name     string
	keys     map[string]string    // by wire key, the name of its constant
	families map[string]string    // by pattern, the Go name of a family
	funcs    map[string]signature // functions, and methods of State and Reader
	imports  []string
}

// signature is what a function takes and gives, as its source says it.
type signature struct{ params, results []string }

func (s signature) is(params, results []string) bool {
	return slices.Equal(s.params, params) && slices.Equal(s.results, results)
}

// generatedCodes keeps the generated code of schemas. It is safe for
// concurrent use.
type generatedCodes struct {
	mu       sync.Mutex
	bySchema map[string]stampedCode
}

type stampedCode struct {
	*generatedCode
	stamp string
	reads sources.Reads
}

// of returns the code generated from a schema into a folder; nil if there is
// none, or none for which raw keys could be exchanged.
func (g *generatedCodes) of(src *sources.Reader, schema, dir string) *generatedCode {
	g.mu.Lock()
	defer g.mu.Unlock()
	files, stamped := generatedFiles(src, dir)
	known, ok := g.bySchema[schema]
	if !ok || known.stamp != stamped {
		known = stampedCode{stamp: stamped, reads: sources.Reads{}}
		known.generatedCode = readGenerated(src.Noting(known.reads), schema, dir, files)
		g.bySchema[schema] = known
	}
	src.Note(known.reads)
	return known.generatedCode
}

// generatedFiles lists the files of a folder that may be generated, with what
// changes when one of them does.
func generatedFiles(src *sources.Reader, dir string) (files []string, stamped string) {
	var b strings.Builder
	for _, name := range src.Folder(dir) {
		if strings.HasSuffix(name, "_gen.go") {
			path := filepath.Join(dir, name)
			files = append(files, path)
			b.WriteString(path + " " + sources.Stamp(path) + "\n")
		}
	}
	return files, b.String()
}

func readGenerated(src *sources.Reader, schema, dir string, files []string) *generatedCode {
	code := &generatedCode{dir: dir, keys: map[string]string{}, families: map[string]string{}, funcs: map[string]signature{}}
	for _, path := range files {
		text, err := src.Reread(path)
		if err != nil {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil
		}
		source, ours := ownSource(f)
		if ours && filepath.Join(dir, filepath.FromSlash(source)) == schema {
			code.add(f)
		}
	}
	if len(code.keys)+len(code.families) == 0 {
		return nil
	}
	return code
}

func (c *generatedCode) add(f *ast.File) {
	c.name = f.Name.Name
	c.imports = append(c.imports, importPaths(f)...)
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
				c.funcs[d.Name.Name] = signatureOf(d)
			}
		}
	}
}

// addValue notes a constant of a key, or the variable that matches a family.
func (c *generatedCode) addValue(tok token.Token, name string, value ast.Expr) {
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
		sel := selectorOf(call)
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

func signatureOf(d *ast.FuncDecl) signature {
	return signature{fieldTypes(d.Type.Params), fieldTypes(d.Type.Results)}
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
