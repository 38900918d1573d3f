package uses

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/accessors"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/report"
)

// Scanner finds the uses of keys that no framework is handed there.
type Scanner struct {
	*flow.Values
	*report.Recorder
	accessors *accessors.Finder
	looped    map[*ast.CallExpr]bool // calls of All that loops go over, which are judged by the loops
}

// New makes a scanner that keeps what it finds in a recorder.
func New(v *flow.Values, r *report.Recorder, a *accessors.Finder) *Scanner {
	return &Scanner{v, r, a, map[*ast.CallExpr]bool{}}
}

func (p *Scanner) accessed(id *ast.Ident, obj types.Object) {
	for _, u := range p.accessors.Of(obj) {
		p.AddUse(source.Use{Key: u.Key, Kind: u.Kind, Span: p.Span(id), Site: p.Span(id), Merge: u.Merge})
	}
}
