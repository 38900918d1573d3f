package agents

import (
	"go/ast"
	"strings"

	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
)

// output gives a unit the key that its answer is saved under. A key of several texts is used where
// one of these comes from, so it is compared as well.
func (f *finder) output(u *unit, t *follow.Follower, terms []follow.Value, seen *[]follow.Value) {
	texts := map[string]bool{}
	for _, term := range terms {
		text, ok := t.TermText(term)
		if !ok {
			f.claim(u, graph.Output, *seen)
			return
		}
		texts[text] = true
	}
	for _, use := range f.claim(nil, graph.Output, *seen) {
		if use.Partial || texts[use.Key] {
			u.use(use)
		}
	}
}

// instruction makes a prompt of a text in Go source, or leads to the file that it is in.
func (f *finder) instruction(u *unit, field string, terms, seen []follow.Value) {
	seen = append(seen, f.pieces(terms)...)
	uses := f.claim(nil, graph.Placeholder, seen)
	files := map[string]bool{}
	for _, use := range uses {
		files[use.Span.File] = true
	}
	if len(uses) > 0 && len(files) == 1 && !strings.HasSuffix(uses[0].Span.File, ".go") {
		u.part(graph.Part{File: uses[0].Span.File, Kind: graph.Has, Place: seen[0].Pkg.Span(seen[0].Expr)})
		return
	}
	at := terms[0]
	if len(uses) == 0 {
		t := f.Follower()
		for _, term := range terms {
			if _, ok := t.TermText(term); !ok {
				u.open(term.Pkg.Span(term.Expr))
			}
		}
		return
	}
	name := u.Name
	if field != "Instruction" {
		name += " (global)"
	}
	prompt, _ := f.unit(graph.Prompt, at, name)
	for _, use := range uses {
		prompt.use(use)
	}
	u.part(graph.Part{Unit: &prompt.Unit, Kind: graph.Has, Place: seen[0].Pkg.Span(seen[0].Expr)})
}

// pieces are the expressions that texts are put together from, as far as they are not known.
func (f *finder) pieces(terms []follow.Value) (seen []follow.Value) {
	t := f.noting(&seen)
	done := map[ast.Expr]bool{}
	var parts func(term follow.Value)
	parts = func(term follow.Value) {
		if done[term.Expr] {
			return
		}
		done[term.Expr] = true
		var exprs []ast.Expr
		switch e := ast.Unparen(term.Expr).(type) {
		case *ast.CallExpr:
			exprs = e.Args
		case *ast.BinaryExpr:
			exprs = []ast.Expr{e.X, e.Y}
		}
		for _, e := range exprs {
			for _, piece := range t.Follow(term.With(e)) {
				parts(piece)
			}
		}
	}
	for _, term := range terms {
		if _, known := t.TermText(term); !known && !term.IsList {
			parts(term)
		}
	}
	return seen
}
