package rewrite

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

// accessorCall is a call of a state that an accessor may take the place of.
type accessorCall struct {
	*Rewriter
	key    *schema.Key
	call   *ast.CallExpr
	params []ast.Expr
	path   []ast.Node // from the call outwards
}

// write is the call of a setter up to its last argument, with the edits that
// import its package.
func (a *accessorCall) write(method string) (string, []diag.Edit, bool) {
	name, edits, reason := a.generatedName(a.Span(a.call), "Of")
	if reason != "" {
		return "", nil, false
	}
	var args []string
	for _, param := range a.params {
		args = append(args, a.Source(param))
	}
	return name + "(" + a.Source(flow.SelectorOf(a.call).X) + ")." + method + "(" + strings.Join(args, ", "), edits, true
}

// plainBetween reports whether the call is on one line as far as it is
// replaced, without comments.
func (a *accessorCall) plainBetween(end token.Pos) bool {
	line := func(at token.Pos) int { return a.Fset.Position(at).Line }
	return a.noComments(a.call.Pos(), end) && line(flow.SelectorOf(a.call).X.End()) == line(end)
}

// noComments reports whether no comment is between two places of a file.
func (p *Rewriter) noComments(from, to token.Pos) bool {
	f := p.FileOf(from)
	return f != nil && !slices.ContainsFunc(f.Comments, func(c *ast.CommentGroup) bool { return from <= c.Pos() && c.End() <= to })
}

// scalarName is the Go type of a kind whose values an accessor only reads, and that needs no
// converting; empty for others.
func scalarName(k schema.Kind) string {
	s := k.Scalar()
	switch {
	case s == nil || s.Mutable:
		return ""
	case s.Go.Path == "":
		return s.Go.Name
	}
	return s.Go.Path + "." + s.Go.Name
}
