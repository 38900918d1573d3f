package report

import (
	"go/ast"
	"path"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// Unknown lists an expression as not checked.
func (p *Recorder) Unknown(s flow.Sink, e ast.Expr) {
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
func (p *Recorder) whyUnknown(s flow.Sink) string {
	what := map[framework.SinkKind]string{
		framework.KeySink: "this state key is", framework.TextSink: "this instruction is", framework.MapSink: "the keys of this map are",
	}[s.Kind]
	if s.Partial {
		what = "a part of this instruction is"
	}
	if s.Kind == framework.TextSink && s.File != nil {
		return what + p.readFrom(s.File)
	}
	what += " known only when the program runs"
	if s.Kind == framework.TextSink && p.Schema != nil {
		what += ": if it comes from a file, name that under check.templates in " + p.schemaName() + ", and its text is checked"
	}
	return what
}

// readFrom says of a text that the program reads from a file, by its path as
// far as that is known.
func (p *Recorder) readFrom(file flow.Text) string {
	pattern := p.filePattern(file)
	said := " read when the program runs, from " + diag.Quote(pattern)
	if pattern == "" {
		said = " read from a file when the program runs"
	}
	switch {
	case p.Schema == nil:
		return said
	case pattern == "":
		return said + ": name the file under check.templates in " + p.schemaName() + ", and its text is checked"
	case p.areTemplates(pattern):
		return said + ", which check.templates names: its text is checked there"
	case isGlob(pattern):
		return said + ": name these files under check.templates in " + p.schemaName() + ", and their text is checked"
	}
	return said + ": name that file under check.templates in " + p.schemaName() + ", and its text is checked"
}

func (p *Recorder) schemaName() string { return path.Base(p.Schema.File) }
