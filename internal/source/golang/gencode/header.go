package gencode

import (
	"go/ast"
	"strings"

	"github.com/seed92179c4c/stategen/generator/plan"
)

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
