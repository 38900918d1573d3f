// Package gencode reads what stategen generated from a schema: which names stand
// for which keys, so that the check can offer them in place of raw keys, and under which path a
// package in another folder of the module is imported.
package gencode

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/schema"
)

// Code is the package that was generated from a schema, as far as raw keys can be
// replaced by what it declares. It is read from the files, since a package with
// raw keys need not import it, and it may be older than the schema.
type Code struct {
	Name    string   // of the package
	Imports []string // paths

	keys map[string]string // by wire key, the name of its constant
}

// Constant is the name of a key's constant; empty if the code has none.
func (c *Code) Constant(key *schema.Key) string { return c.keys[key.Wire()] }

// readGenerated reads the files that were generated from a schema; nil if raw keys
// can be replaced by nothing in them.
func readGenerated(src *sources.Reader, schema, dir string) *Code {
	code := &Code{keys: map[string]string{}}
	for _, name := range src.Folder(dir) {
		if !strings.HasSuffix(name, "_gen.go") {
			continue
		}
		path := filepath.Join(dir, name)
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
	if len(code.keys) == 0 {
		return nil
	}
	return code
}

// add notes the constants of keys.
func (c *Code) add(f *ast.File) {
	c.Name = f.Name.Name
	c.Imports = append(c.Imports, importsIn(f)...)
	for n := range ast.Preorder(f) {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Names) != 1 || len(spec.Values) != 1 {
			continue
		}
		lit, ok := spec.Values[0].(*ast.BasicLit)
		if name := spec.Names[0].Name; ok && strings.HasPrefix(name, "Key") && name != "Key" {
			if wire, err := strconv.Unquote(lit.Value); err == nil {
				c.keys[wire] = name
			}
		}
	}
}

// Source returns the schema that a file says it was generated from; ours is
// whether stategen generated the file at all.
func Source(f *ast.File) (source string, ours bool) {
	for _, group := range f.Comments {
		if group.Pos() > f.Package {
			break
		}
		for _, c := range group.List {
			ours = ours || c.Text == plan.Generated
			if rest, ok := strings.CutPrefix(c.Text, plan.SourcePrefix); ok && ours {
				return rest, true
			}
		}
	}
	return "", ours
}

// Codes keeps the generated code of schemas. It is safe for concurrent use.
type Codes struct {
	mu       sync.Mutex
	bySchema map[string]*Code
}

// New returns codes of which none has been read.
func New() *Codes { return &Codes{bySchema: map[string]*Code{}} }

// Of returns the code generated from a schema into a folder; nil if there is
// none, or none for which raw keys could be exchanged.
func (g *Codes) Of(src *sources.Reader, schema, dir string) *Code {
	g.mu.Lock()
	defer g.mu.Unlock()
	known, ok := g.bySchema[schema]
	if !ok {
		known = readGenerated(src, schema, dir)
		g.bySchema[schema] = known
	}
	return known
}
