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
	// Width is how many columns the terminal has, so that no word is broken at its
	// edge; 0: as many as there are words.
	Width int
}

// WriteText writes findings for people: place, severity and message, the line
// they are in with a caret under the text, what to write instead, and the
// related places. It returns the first error of w.
func WriteText(w io.Writer, list List, sources Sources, options TextOptions) error {
	p := textPrinter{sources: sources, styles: newStyles(options.Color), width: options.Width}
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
	width   int
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
	place, kind := p.place(d.Span), d.Severity.String()+":"
	message := wrap(oneLine(d.Message)+" ["+d.ID+"]", width(place)+width(kind)+2, 8, p.width)
	fmt.Fprintf(&p.out, "%s %s %s\n", p.styles.place.Sprint(place), severity.Sprint(kind), message)
	p.excerpt(d.Span)
	if d.Hint != "" {
		fmt.Fprintf(&p.out, "    %s %s\n", p.styles.hint.Sprint("hint:"), wrap(oneLine(d.Hint), len("    hint: "), len("    hint: "), p.width))
	}
	for _, r := range d.Related {
		place := p.place(r.Span)
		fmt.Fprintf(&p.out, "    %s %s\n", place, wrap(oneLine(r.Message), width(place)+5, 8, p.width))
	}
}

// place writes where a span begins, followed by a colon.
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

// columns is how many columns of a source line are shown: two characters more
// may say that there is more.
func (p *textPrinter) columns() int {
	if p.width == 0 {
		return longestExcerpt
	}
	return max(40, min(longestExcerpt, p.width-len("    ")-2))
}

func (p *textPrinter) excerpt(s Span) {
	src := p.sources[s.File]
	if src == nil || len(src.Text) == 0 {
		return
	}
	line, caret := excerpt(src, s, p.columns())
	fmt.Fprintf(&p.out, "    %s\n", line)
	indent := len(caret) - len(strings.TrimLeft(caret, " \t"))
	fmt.Fprintf(&p.out, "    %s%s\n", caret[:indent], p.styles.caret.Sprint(caret[indent:]))
}
