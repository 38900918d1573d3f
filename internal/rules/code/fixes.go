package code

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
)

// suggestions offers to write one of the words that may be meant.
func suggestions(words []string, at diag.Span, edit *follow.Range) []diag.Fix {
	if edit == nil {
		return nil
	}
	var fixes []diag.Fix
	for _, word := range words {
		if spelled, ok := edit.Spell(word); ok {
			fixes = append(fixes, diag.Fix{Message: "write " + word, Edits: []diag.Edit{{Span: at, NewText: spelled}}})
		}
	}
	return fixes
}

// passedOn tells how a key came from its text to the state.
func (p *Checker) passedOn(s follow.Sink, at diag.Span) []diag.Related {
	var list []diag.Related
	for _, via := range s.Via {
		if via.File == at.File && via.Start <= at.Start && at.End <= via.End {
			continue
		}
		list = append(list, diag.Related{Span: via, Message: "it is passed on here"})
	}
	return list
}

// wrap offers to convert an expression.
func (p *Checker) wrap(e ast.Expr, to string) []diag.Fix {
	at := p.Span(e)
	return []diag.Fix{{
		Message: "convert it to " + to,
		Certain: true,
		Edits: []diag.Edit{
			{Span: diag.Span{File: at.File, Start: at.Start, End: at.Start}, NewText: to + "("},
			{Span: diag.Span{File: at.File, Start: at.End, End: at.End}, NewText: ")"},
		},
	}}
}
