package agents

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
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
	var unknown []diag.Span
	for _, term := range terms {
		if _, ok := f.noting(&seen).TermText(term); !ok {
			unknown = append(unknown, term.Pkg.Span(term.Expr))
		}
	}
	uses := f.claim(nil, graph.Placeholder, seen)
	if len(uses) == 0 {
		for _, at := range unknown {
			u.open(at)
		}
		return
	}
	files := map[string]bool{}
	for _, use := range uses {
		files[use.Span.File] = true
	}
	if len(files) == 1 && !strings.HasSuffix(uses[0].Span.File, ".go") {
		u.part(graph.Part{File: uses[0].Span.File, Kind: graph.Has, Place: seen[0].Pkg.Span(seen[0].Expr)})
		return
	}
	name := u.Name
	if field != "Instruction" {
		name += " (global)"
	}
	prompt, _ := f.unit(graph.Prompt, terms[0], name)
	for _, use := range uses {
		prompt.use(use)
	}
	u.part(graph.Part{Unit: &prompt.Unit, Kind: graph.Has, Place: seen[0].Pkg.Span(seen[0].Expr)})
}
