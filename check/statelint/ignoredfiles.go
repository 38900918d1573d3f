package statelint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
	"golang.org/x/tools/go/packages"
)

// accessorNames is what generated functions and fields do with keys, by name.
type accessorNames map[string][]accessorUse

func (n accessorNames) add(r *Result) {
	for name, uses := range r.accessors {
		n[name] = append(n[name], uses...)
	}
}

// ignoredUses reads the files that the build leaves out, as those of another
// system: the names and texts in them may be uses.
func (n accessorNames) ignoredUses(pkg *packages.Package) []Use {
	var uses []Use
	for _, file := range pkg.IgnoredFiles {
		if filepath.Ext(file) != ".go" || sources.IsTest(file) {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if f == nil || err != nil {
			uses = append(uses, Use{Key: holeMark, Kind: Get, Partial: true}, Use{Key: holeMark, Kind: Set, Partial: true})
			continue
		}
		ast.Inspect(f, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.Ident:
				for _, u := range n[node.Name] {
					uses = append(uses, Use{Key: u.Key, Kind: u.Kind})
				}
			case *ast.BasicLit:
				if s, err := strconv.Unquote(node.Value); err == nil && node.Kind == token.STRING && mayBeKey(s) {
					uses = append(uses, Use{Key: s, Kind: check.Mention})
				}
			}
			return true
		})
	}
	return uses
}
