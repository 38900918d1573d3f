package statelint

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"golang.org/x/tools/go/analysis"
)

// converter turns diagnostics into those of go/analysis.
type converter struct {
	*follow.Package
	files map[string]*token.File // by the name in spans
	own   []string
}

func newConverter(p *follow.Package) *converter {
	c := &converter{Package: p, files: map[string]*token.File{}}
	for _, f := range p.Files {
		tf := p.Fset.File(f.FileStart)
		c.files[p.Sources.Name(tf.Name())] = tf
		c.own = append(c.own, p.Sources.Name(tf.Name()))
	}
	return c
}

// owns reports whether a place is in one of the package's files.
func (c *converter) owns(s diag.Span) bool { return slices.Contains(c.own, s.File) }

// elsewhere moves a finding to the place where the file it is in is used. A
// file of another package or no package can't be edited through go/analysis.
func (c *converter) elsewhere(d diag.Diagnostic, site diag.Span) diag.Diagnostic {
	at := d.Span.File
	if src := c.Sources.Open(c.Sources.Path(at)); src != nil {
		place := src.Position(d.Span.Start)
		at = fmt.Sprintf("%s:%d:%d", at, place.Line, place.Column)
	}
	d.Related = append([]diag.Related{{Span: d.Span, Message: "it is here"}}, d.Related...)
	d.Message = "in " + at + ": " + d.Message
	d.Span, d.Fixes = site, nil
	return d
}

func (c *converter) report(d diag.Diagnostic) {
	start, end, ok := c.bounds(d.Span)
	if !ok {
		return
	}
	out := analysis.Diagnostic{Pos: start, End: end, Category: d.ID, URL: diag.RuleURL(d.ID), Message: d.Message}
	if d.Hint != "" {
		out.Message += "; " + d.Hint
	}
	out.Message += " [" + d.ID + "]" // what a comment that silences it names
	for _, r := range d.Related {
		if start, end, ok := c.bounds(r.Span); ok {
			out.Related = append(out.Related, analysis.RelatedInformation{Pos: start, End: end, Message: r.Message})
		}
	}
	for _, fix := range d.Fixes {
		if f, ok := c.fix(fix); ok && fix.Certain {
			out.SuggestedFixes = append(out.SuggestedFixes, f)
		}
	}
	c.Report(out)
}

func (c *converter) fix(fix diag.Fix) (analysis.SuggestedFix, bool) {
	out := analysis.SuggestedFix{Message: fix.Title()}
	for _, e := range fix.Edits {
		start, end, ok := c.bounds(e.Span)
		if !ok {
			return out, false
		}
		out.TextEdits = append(out.TextEdits, analysis.TextEdit{Pos: start, End: end, NewText: []byte(e.NewText)})
	}
	return out, true
}

func (c *converter) bounds(s diag.Span) (start, end token.Pos, ok bool) {
	f := c.file(s.File)
	if f == nil || s.Start > f.Size() || s.End > f.Size() {
		return 0, 0, false
	}
	return f.Pos(s.Start), f.Pos(s.End), true
}

// file finds a file in the file set; one that is not Go source, or belongs to
// another package, is added.
func (c *converter) file(name string) *token.File {
	if f, ok := c.files[name]; ok {
		return f
	}
	path := c.Sources.Path(name)
	src := c.Sources.Open(path)
	if src == nil {
		return nil
	}
	f := c.Fset.AddFile(path, -1, len(src.Text))
	f.SetLinesForContent(src.Text)
	c.files[name] = f
	return f
}
