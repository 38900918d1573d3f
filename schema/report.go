package schema

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/diag"
)

const (
	maxFindings = 1000    // findings that are kept of one load
	maxCompared = 500_000 // words that are compared for suggestions
)

// report collects the findings of one load.
type report struct {
	list diag.List
	more int // findings beyond maxFindings, which are counted only

	mistakes int // findings that are errors, those beyond maxFindings included

	compared int // words compared for suggestions
}

// finding is a diagnostic that is still being written.
type finding struct {
	to *report
	i  int
}

// add reports a finding; its severity is that of its rule.
func (r *report) add(id string, span diag.Span, format string, args ...any) finding {
	if severity(id) == diag.Error {
		r.mistakes++
	}
	if len(r.list) >= maxFindings {
		r.more++
		return finding{to: &report{list: make(diag.List, 1), compared: maxCompared}}
	}
	r.list = append(r.list, diag.Diagnostic{
		ID:       id,
		Severity: severity(id),
		Span:     span,
		Message:  fmt.Sprintf(format, args...),
	})
	return finding{to: r, i: len(r.list) - 1}
}

// findings returns what was reported, sorted, with a word about the rest.
func (r *report) findings() diag.List {
	if r.more > 0 {
		first := r.list[0].Span
		r.list = append(r.list, diag.Diagnostic{
			ID: idFileLimit, Span: diag.Span{File: first.File, Start: first.Start, End: first.Start},
			Message: fmt.Sprintf("%d more findings are not shown", r.more),
			Hint:    "fix these first",
		})
	}
	return r.list.Sort()
}

func (f finding) span() diag.Span { return f.to.list[f.i].Span }

// hint says what to write instead. It can hold text of the file, whose
// invisible characters must not reach a terminal.
func (f finding) hint(format string, args ...any) finding {
	f.to.list[f.i].Hint = strings.Map(visible, fmt.Sprintf(format, args...))
	return f
}

func visible(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return unicode.ReplacementChar
}

// related adds another place that contributed.
func (f finding) related(span diag.Span, format string, args ...any) finding {
	d := &f.to.list[f.i]
	d.Related = append(d.Related, diag.Related{Span: span, Message: fmt.Sprintf(format, args...)})
	return f
}

// fix puts text in the place of a span: the same thing, written rightly.
func (f finding) fix(span diag.Span, text string) finding { return f.offer(span, text, true) }

// suggest offers to put text in the place of a span, which may mean another
// thing.
func (f finding) suggest(span diag.Span, text string) finding { return f.offer(span, text, false) }

func (f finding) offer(span diag.Span, text string, certain bool) finding {
	d := &f.to.list[f.i]
	d.Fixes = append(d.Fixes, diag.Fix{
		Message: "write " + strings.Map(visible, diag.Shorten(text)),
		Edits:   []diag.Edit{{Span: span, NewText: text}},
		Certain: certain,
	})
	return f
}
