package diag

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/fatih/color"
)

// TextOptions says how WriteText writes.
type TextOptions struct {
	// Color is whether to emit terminal colours. Whether that is wanted (a
	// terminal, NO_COLOR) is the caller's to find out.
	Color bool
}

// WriteText writes findings for people: place, severity and message, the line
// they stand in with a caret under the text, what to write instead, and the
// related places. It returns the first error of w.
func WriteText(w io.Writer, list List, sources Sources, options TextOptions) error {
	p := textPrinter{sources: sources, styles: newStyles(options.Color)}
	for i, d := range list {
		if i > 0 {
			p.out.WriteByte('\n')
		}
		p.diagnostic(d)
	}
	_, err := w.Write(p.out.Bytes())
	return err
}

type textPrinter struct {
	out     bytes.Buffer
	sources Sources
	styles  styles
}

type styles struct{ place, failure, advice, caret, hint *color.Color }

func newStyles(on bool) styles {
	s := styles{
		place:   color.New(color.Bold),
		failure: color.New(color.FgRed, color.Bold),
		advice:  color.New(color.FgYellow, color.Bold),
		caret:   color.New(color.FgGreen, color.Bold),
		hint:    color.New(color.FgCyan),
	}
	for _, c := range []*color.Color{s.place, s.failure, s.advice, s.caret, s.hint} {
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return s
}

func (p *textPrinter) diagnostic(d Diagnostic) {
	severity := p.styles.failure
	if d.Severity == Warning {
		severity = p.styles.advice
	}
	fmt.Fprintf(&p.out, "%s %s %s [%s]\n",
		p.styles.place.Sprint(p.place(d.Span)), severity.Sprint(d.Severity.String()+":"), oneLine(d.Message), d.ID)
	p.excerpt(d.Span)
	if d.Hint != "" {
		fmt.Fprintf(&p.out, "    %s %s\n", p.styles.hint.Sprint("hint:"), oneLine(d.Hint))
	}
	for _, r := range d.Related {
		fmt.Fprintf(&p.out, "    %s %s\n", p.place(r.Span), oneLine(r.Message))
	}
}

// place writes where a span begins, with a colon behind it.
func (p *textPrinter) place(s Span) string {
	src := p.sources[s.File]
	switch {
	case s.IsZero():
		return "stategen:"
	case src == nil:
		return printable(s.File) + ":"
	}
	at := src.Position(s.Start)
	return fmt.Sprintf("%s:%d:%d:", printable(s.File), at.Line, at.Column)
}

func (p *textPrinter) excerpt(s Span) {
	src := p.sources[s.File]
	if src == nil || len(src.Text) == 0 {
		return
	}
	line, caret := excerpt(src, s)
	fmt.Fprintf(&p.out, "    %s\n", line)
	indent := len(caret) - len(strings.TrimLeft(caret, " \t"))
	fmt.Fprintf(&p.out, "    %s%s\n", caret[:indent], p.styles.caret.Sprint(caret[indent:]))
}
