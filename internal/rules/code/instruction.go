package code

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Instruction checks the text of an instruction with the rules on templates.
func (p *Checker) Instruction(s follow.Sink, t follow.Text, e ast.Expr) {
	value := t.String()
	compiled := s.Op == framework.OpRender
	p.placeholders(t, value, e, prompt.Rendered(prompt.ReadAs(p.Schema.Grammar, s.Manner.Dialect), compiled))
	p.notePrompt(t)
	text := source.Text{File: follow.TextFile, Text: value, Compiled: compiled, Dialect: s.Manner.Dialect}
	for _, d := range p.Check.Text(text) {
		if strings.Contains(value[d.Span.Start:d.Span.End], follow.HoleMark) || follow.BordersHole(value, d.Span) {
			continue
		}
		p.Report(moved(p.Package, d, t, e), e)
	}
}

// notePrompt notes that the instruction was checked. Wherever it is used, it is
// one.
func (p *Checker) notePrompt(t follow.Text) {
	for _, part := range t {
		if part.Hole {
			continue
		}
		at := part.From.File
		if part.From.Kind != follow.InFile {
			at = fmt.Sprintf("%s:%d", at, part.From.Start)
		}
		p.Prompts = append(p.Prompts, at)
		return
	}
}

// placeholders notes the keys that the instruction reads.
func (p *Checker) placeholders(t follow.Text, value string, e ast.Expr, g instruction.Grammar) {
	for tok := range instruction.Tokens(value, g) {
		if tok.Kind == instruction.Key {
			at, _ := p.Place(t, tok.NameStart, tok.NameEnd, e)
			use := source.Use{Key: tok.Name(value), Kind: source.Placeholder, Span: at, Site: p.Span(e)}
			use.Optional = tok.Optional
			p.AddUse(use)
		}
	}
}

// moved turns a finding in a text into one in the source.
func moved(p *follow.Package, d diag.Diagnostic, t follow.Text, e ast.Expr) diag.Diagnostic {
	d.Span, _ = p.Place(t, d.Span.Start, d.Span.End, e)
	d.Related = slices.Clone(d.Related)
	for i, r := range d.Related {
		if r.Span.File == follow.TextFile {
			d.Related[i].Span, _ = p.Place(t, r.Span.Start, r.Span.End, e)
		}
	}
	var fixes []diag.Fix
	for _, fix := range d.Fixes {
		if moved, ok := movedFix(p, fix, t, e); ok {
			fixes = append(fixes, moved)
		}
	}
	d.Fixes = fixes
	return d
}

func movedFix(p *follow.Package, fix diag.Fix, t follow.Text, e ast.Expr) (diag.Fix, bool) {
	moved := diag.Fix{Message: fix.Message, Certain: fix.Certain}
	for _, edit := range fix.Edits {
		at, where := p.Place(t, edit.Span.Start, edit.Span.End, e)
		if where == nil {
			return moved, false
		}
		spelled, ok := where.Spell(edit.NewText)
		if !ok {
			return moved, false
		}
		moved.Edits = append(moved.Edits, diag.Edit{Span: at, NewText: spelled})
	}
	return moved, true
}
