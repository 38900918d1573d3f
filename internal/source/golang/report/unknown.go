package report

import (
	"go/ast"
	"path"

	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// Unknown lists an expression as not checked.
func (p *Recorder) Unknown(s follow.Sink, e ast.Expr) {
	if s.Quiet {
		return
	}
	p.partialUse(s, p.pkg.Span(e))
	p.cannotCheck(e, p.whyUnknown(s))
}

func (p *Recorder) cannotCheck(e ast.Expr, reason string) {
	at := p.pkg.Span(e)
	if !p.Skipped(at) {
		p.NotChecked = append(p.NotChecked, NotChecked{Span: at, Reason: reason})
	}
}

// whyUnknown says what is unknown, and where that is the text of an
// instruction, what helps.
func (p *Recorder) whyUnknown(s follow.Sink) string {
	what := map[framework.SinkKind]string{
		framework.KeySink: "this state key is", framework.TextSink: "this instruction is", framework.MapSink: "the keys of this map are",
	}[s.Kind]
	if s.Partial {
		what = "a part of this instruction is"
	}
	what += " known only when the program runs"
	if s.Kind == framework.TextSink && p.Schema != nil {
		what += ": if it comes from a file, name that under check.templates in " + p.schemaName() + ", and its text is checked"
	}
	return what
}

func (p *Recorder) schemaName() string { return path.Base(p.Schema.File) }
