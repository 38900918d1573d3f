package prompt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// mostInText is how many findings are kept of one text, before suppressions: it bounds
// time and memory.
const mostInText = 100_000

// pass is the check of one text.
type pass struct {
	reading.Reading
	place
	Schema *schema.Schema

	findings []*finding
	more     bool // there are findings beyond mostInText
}

// place is where the text is, and what becomes of it.
type place struct {
	File     string               // of the spans
	At       func(offset int) int // offset in the text to offset in File
	Compiled bool                 // stategen's own code renders it
}

// begin forgets the last text, and prepares to check another.
func (p *pass) begin(s reading.Source, at place) {
	p.Reading.Begin(s)
	p.place = at
	p.findings, p.more = p.findings[:0], false
}

// Reportf adds a finding about text[start:end].
func (p *pass) Reportf(r diag.Rule, start, end int, format string, args ...any) *finding {
	f := p.Describef(r, start, end, format, args...)
	p.Keep(f)
	return f
}

// Keep adds a finding, unless there are too many to be of use to anybody.
func (p *pass) Keep(f *finding) {
	if len(p.findings) >= mostInText {
		p.more = true
		return
	}
	p.findings = append(p.findings, f)
}

// Describef makes a finding about text[start:end].
func (p *pass) Describef(r diag.Rule, start, end int, format string, args ...any) *finding {
	return &finding{diag.New(r, p.Span(start, end), format, args...)}
}

// Span converts a part of the text. Its end is taken from the last byte, since
// what follows may be on another line of the file.
func (p *pass) Span(start, end int) diag.Span {
	if end <= start {
		at := p.At(start)
		return diag.Span{File: p.File, Start: at, End: at}
	}
	return diag.Span{File: p.File, Start: p.At(start), End: max(p.At(start), p.At(end-1)) + 1}
}

// list is what was found, as the project's levels have it.
func (p *pass) list() diag.List {
	var list diag.List
	for _, f := range p.findings {
		if severity, on := severityIn(p.Schema, f.ID, f.Severity); on {
			f.Severity = severity
			list = append(list, f.Diagnostic)
		}
	}
	return list
}

// severityIn is what a finding of a rule counts as in a project; false: the rule is switched off.
func severityIn(s *schema.Schema, id string, usual diag.Severity) (diag.Severity, bool) {
	switch s.Check.Rules[id].Level {
	case "off":
		return usual, false
	case "warning":
		return diag.Warning, true
	case "error":
		return diag.Error, true
	}
	return usual, true
}

// finding is a diagnostic under construction.
type finding struct{ diag.Diagnostic }

// Hintf sets the hint.
func (f *finding) Hintf(format string, args ...any) *finding {
	f.Hint = fmt.Sprintf(format, args...)
	return f
}

// Relatedf adds another place.
func (f *finding) Relatedf(span diag.Span, format string, args ...any) *finding {
	f.Related = append(f.Related, diag.Related{Span: span, Message: fmt.Sprintf(format, args...)})
	return f
}

// Suggest offers to write text instead of a span, which may not be meant.
func (f *finding) Suggest(span diag.Span, text string) *finding {
	f.Fixes = append(f.Fixes, diag.Fix{Message: "write " + text, Edits: []diag.Edit{{Span: span, NewText: text}}})
	return f
}

// rule is a rule's metadata with the functions that apply it, each to another
// part of a template.
type rule struct {
	diag.Rule
	In          []instruction.Dialect // none: in all dialects
	Placeholder func(*pass, *reading.Placeholder)
	Group       func(*pass, instruction.Token)
	Text        func(*pass)
}

// What eino reads are Python's format strings: no text stays as it is there, nothing is
// optional, and doubled braces are text. So most rules are for one of these alone.
var (
	onEino  = []instruction.Dialect{instruction.Eino}
	notEino = []instruction.Dialect{instruction.ADK, instruction.Stategen, instruction.TRPC}
)

var rules []rule

// register has a rule applied to all texts in its dialects.
func register(r rule) rule {
	rules = append(rules, r)
	return r
}

// apply applies the rules to a text that has been read, until there are more findings than are kept.
func (p *pass) apply() {
	for i := range rules {
		r := &rules[i]
		if len(r.In) > 0 && !slices.Contains(r.In, p.Grammar.Dialect) {
			continue
		}
		if r.Text != nil && !p.more {
			r.Text(p)
		}
		for i := 0; r.Placeholder != nil && i < len(p.Placeholders) && !p.more; i++ {
			r.Placeholder(p, &p.Placeholders[i])
		}
		for i := 0; r.Group != nil && i < len(p.Groups) && !p.more; i++ {
			r.Group(p, p.Groups[i])
		}
	}
}

// OfferMark offers to write the name with or without the optional marker, and without
// spaces around it. It keeps the braces, of which there may be more than one
// pair.
func (p *pass) OfferMark(f *finding, ph *reading.Placeholder, optional, certain bool) {
	opening, closing := ph.Braces()
	mark := ""
	if optional {
		mark = "?"
	}
	fix := diag.Fix{Message: "write " + ph.Write(ph.Wire, optional), Certain: certain}
	if first := ph.Start + opening; first < ph.NameStart {
		fix.Edits = append(fix.Edits, diag.Edit{Span: p.Span(first, ph.NameStart)})
	}
	fix.Edits = append(fix.Edits, diag.Edit{Span: p.Span(ph.NameEnd, ph.End-closing), NewText: mark})
	f.Fixes = append(f.Fixes, fix)
}

// rewrite returns the placeholder that a group should have been.
func rewrite(tok instruction.Token, wire string, optional bool) string {
	return (&reading.Placeholder{Token: tok}).Write(wire, optional)
}

// RewriteKey is rewrite for a declared key. It has the optional marker where the
// schema calls for it, and nowhere else: the result must break no other rule.
func (p *pass) RewriteKey(tok instruction.Token, k *schema.Key, wire string) string {
	return rewrite(tok, wire, p.Dialect.MayBeMissing(k) || reading.EmptyAtStart(k))
}

// SuggestInstead offers a placeholder instead of a group. The group is text today,
// so nobody can be certain that it is not meant as text. Braces that are the
// surrounding text's stay, and apart from the placeholder, which would take them
// with it.
func (f *finding) SuggestInstead(p *pass, tok instruction.Token, text string) *finding {
	opening, closing := (&reading.Placeholder{Token: tok, Source: tok.Text(p.Text)}).Braces()
	kept := min(opening, closing)
	whole := text
	if opening > kept {
		whole = strings.Repeat("{", opening-kept) + " " + whole
	}
	if closing > kept {
		whole += " " + strings.Repeat("}", closing-kept)
	}
	f.Suggest(p.Span(tok.Start, tok.End), whole)
	f.Fixes[len(f.Fixes)-1].Message = "write " + text
	return f
}
