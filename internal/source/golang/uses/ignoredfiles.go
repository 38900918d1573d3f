package uses

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
)

// AccessorNames is what generated functions and fields do with keys, by name.
type AccessorNames map[string][]accessors.Use

// Add adds those of a package.
func (n AccessorNames) Add(byName map[string][]accessors.Use) {
	for name, uses := range byName {
		n[name] = append(n[name], uses...)
	}
}

// IgnoredUses reads the files that the build leaves out, as those of another
// system: the names and texts in them may be uses.
func (n AccessorNames) IgnoredUses(files []string) []source.Use {
	var uses []source.Use
	for _, file := range files {
		if filepath.Ext(file) != ".go" || sources.IsTest(file) {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if f == nil || err != nil {
			uses = append(uses, source.Use{Key: follow.HoleMark, Kind: source.Get, Partial: true}, source.Use{Key: follow.HoleMark, Kind: source.Set, Partial: true})
			continue
		}
		ast.Inspect(f, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.Ident:
				for _, u := range n[node.Name] {
					uses = append(uses, source.Use{Key: u.Key, Kind: u.Kind})
				}
			case *ast.BasicLit:
				if s, err := strconv.Unquote(node.Value); err == nil && node.Kind == token.STRING && mayBeKey(s) {
					uses = append(uses, source.Use{Key: s, Kind: source.Mention})
				}
			}
			return true
		})
	}
	return uses
}
