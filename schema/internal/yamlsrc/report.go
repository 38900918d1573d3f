package yamlsrc

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/diag"
)

const (
	maxFindings = 1000    // findings that are kept of one load
	maxCompared = 500_000 // words that are compared for suggestions
)

// Report collects the findings of one load.
type Report struct {
	List diag.List
	more int // findings beyond maxFindings, which are counted only

	Mistakes int // findings that are errors, those beyond maxFindings included

	compared int // words compared for suggestions
}

// Finding is a diagnostic that is still being written.
type Finding struct {
	to *Report
	i  int
}

// Add reports a finding; its severity is that of its rule.
func (r *Report) Add(rule diag.Rule, span diag.Span, format string, args ...any) Finding {
	return r.Say(rule.Says(format, ""), span, args...)
}

// Say is Add in words that stand with their rule.
func (r *Report) Say(words diag.Words, span diag.Span, args ...any) Finding {
	if words.Rule.Severity == diag.Error {
		r.Mistakes++
	}
	if len(r.List) >= maxFindings {
		r.more++
		return Finding{to: &Report{List: make(diag.List, 1), compared: maxCompared}}
	}
	r.List = append(r.List, words.At(span, args...))
	return Finding{to: r, i: len(r.List) - 1}
}

// Findings returns what was reported, sorted, with a word about the rest.
func (r *Report) Findings() diag.List {
	if r.more > 0 {
		first := r.List[0].Span
		r.List = append(r.List, MoreFindings.At(diag.Span{File: first.File, Start: first.Start, End: first.Start}, r.more))
	}
	return r.List.Sort()
}

func (f Finding) Span() diag.Span { return f.to.List[f.i].Span }

// Hint says what to write instead. It can hold text of the file, whose
// invisible characters must not reach a terminal.
func (f Finding) Hint(format string, args ...any) Finding {
	f.to.List[f.i].Hint = strings.Map(visible, fmt.Sprintf(format, args...))
	return f
}

func visible(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return unicode.ReplacementChar
}

// Related adds another place that contributed.
func (f Finding) Related(span diag.Span, format string, args ...any) Finding {
	d := &f.to.List[f.i]
	d.Related = append(d.Related, diag.Related{Span: span, Message: fmt.Sprintf(format, args...)})
	return f
}

// Fix puts text in the place of a span: the same thing, written rightly.
func (f Finding) Fix(span diag.Span, text string) Finding { return f.offer(span, text, true) }

// Suggest offers to put text in the place of a span, which may mean another
// thing.
func (f Finding) Suggest(span diag.Span, text string) Finding { return f.offer(span, text, false) }

func (f Finding) offer(span diag.Span, text string, certain bool) Finding {
	d := &f.to.List[f.i]
	d.Fixes = append(d.Fixes, diag.Fix{
		Message: "write " + strings.Map(visible, diag.Shorten(text)),
		Edits:   []diag.Edit{{Span: span, NewText: text}},
		Certain: certain,
	})
	return f
}
