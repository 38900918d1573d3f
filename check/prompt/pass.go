package prompt

import (
	"fmt"

	"github.com/seed92179c4c/stategen/check/prompt/internal/code"
	"github.com/seed92179c4c/stategen/check/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/comment"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// mostInText is how many findings are kept of one text, before suppressions: it bounds
// time and memory.
const mostInText = 100_000

// pass is the check of one text.
type pass struct {
	*Checker
	Text
	placeholders []placeholder
	groups       []instruction.Token
	findings     []*finding
	more         int               // findings beyond mostInText
	part         bool              // of a file, whose name says nothing of the text
	code         *code.Lines       // nil: not needed yet
	commented    bool              // there may be comments to stategen, or what resembles them
	comments     []comment.Comment // stategen:text
	called       map[string]bool   // what they call text
}

// finding is a diagnostic under construction.
type finding struct{ diag.Diagnostic }

func (p *pass) reset(c *Checker, t Text) {
	p.Checker, p.Text = c, t
	p.placeholders = p.placeholders[:0]
	p.groups = p.groups[:0]
	p.findings = p.findings[:0]
	p.more = 0
	p.code, p.comments, p.called = nil, nil, nil
	p.commented = comment.Resembles(t.Text)
}

// scan collects what the rules look at.
func (p *pass) scan() {
	p.findTextComments()
	grammar := p.grammar
	grammar.Raw = grammar.Raw || !p.commented // saves looking for comments again
	var foreign []instruction.Token
	for tok := range instruction.Tokens(p.Text.Text, grammar) {
		switch {
		case tok.Kind == instruction.Key:
			p.addPlaceholder(tok)
		case tok.Kind != instruction.Group:
		case p.dialect() == instruction.Eino:
			p.groups = append(p.groups, tok)
		case p.Loose && p.isForeignTag(tok):
			foreign = append(foreign, tok)
		case wording.CouldBeMeant(tok, p.Text.Text):
			p.groups = append(p.groups, tok)
		}
	}
	if p.Loose {
		p.leaveToOtherLanguage(foreign)
	}
}

func (p *pass) addPlaceholder(tok instruction.Token) {
	if p.dialect() == instruction.TRPC && instruction.IsTRPCOwn(tok.Name(p.Text.Text)) {
		return
	}
	ph := placeholder{Token: tok, text: tok.Text(p.Text.Text), name: tok.Name(p.Text.Text)}
	ph.key = p.keys.Exact(ph.name)
	if ph.key == nil && p.familyAround(&ph) == nil {
		ph.key = p.keys.Find(ph.name)
	}
	if ph.key != nil || !p.keys.Foreign(ph.name) {
		p.placeholders = append(p.placeholders, ph)
	}
}

func (p *pass) apply() {
	rules := p.rulesOf()
	for i := range rules {
		r := &rules[i]
		if r.text != nil {
			r.text(p)
		}
		if r.placeholder != nil {
			for i := range p.placeholders {
				r.placeholder(p, &p.placeholders[i])
			}
		}
		if r.group != nil {
			for _, g := range p.groups {
				r.group(p, g)
			}
		}
	}
}

// report adds a finding about text[start:end].
func (p *pass) report(r diag.Rule, start, end int, format string, args ...any) *finding {
	f := p.describe(r, start, end, format, args...)
	p.keep(f)
	return f
}

// keep adds a finding, unless there are too many to be of use to anybody.
func (p *pass) keep(f *finding) {
	if len(p.findings) >= mostInText {
		p.more++
		return
	}
	p.findings = append(p.findings, f)
}

// describe makes a finding about text[start:end].
func (p *pass) describe(r diag.Rule, start, end int, format string, args ...any) *finding {
	return &finding{diag.Diagnostic{
		ID:       r.ID,
		Severity: r.Severity,
		Span:     p.span(start, end),
		Message:  fmt.Sprintf(format, args...),
	}}
}

// span converts a part of the text. Its end is taken from the last byte, since
// what follows may be on another line of the file.
func (p *pass) span(start, end int) diag.Span {
	if end <= start {
		at := p.At(start)
		return diag.Span{File: p.File, Start: at, End: at}
	}
	return diag.Span{File: p.File, Start: p.At(start), End: p.At(end-1) + 1}
}

func (f *finding) hint(format string, args ...any) *finding {
	f.Hint = fmt.Sprintf(format, args...)
	return f
}

func (f *finding) related(span diag.Span, format string, args ...any) *finding {
	f.Related = append(f.Related, diag.Related{Span: span, Message: fmt.Sprintf(format, args...)})
	return f
}

// suggest offers to write text instead of a span, which may not be meant.
func (f *finding) suggest(span diag.Span, text string) *finding {
	f.Fixes = append(f.Fixes, diag.Fix{
		Message: "write " + text,
		Edits:   []diag.Edit{{Span: span, NewText: text}},
	})
	return f
}

// finish applies the project's levels.
func (p *pass) finish() diag.List {
	var list diag.List
	for _, f := range p.findings {
		if severity, on := p.levels.severity(f.ID, f.Severity); on {
			f.Severity = severity
			list = append(list, f.Diagnostic)
		}
	}
	return list
}

// inCode reports whether a group is part of code, where braces with a name in
// them mean something else: in a block or a paragraph of it, between backticks,
// or after what code joins to a brace.
func (p *pass) inCode(tok instruction.Token) bool {
	return code.FollowsJoint(p.Text.Text, tok.Start) || p.lines().Hold(tok.Start)
}

// onLineOfCode reports the same, but not for what only shares a paragraph with
// code.
func (p *pass) onLineOfCode(tok instruction.Token) bool {
	return code.FollowsJoint(p.Text.Text, tok.Start) || p.lines().HoldAlone(tok.Start)
}

// lines tells code from prose in the pass's text, once.
func (p *pass) lines() *code.Lines {
	if p.code == nil {
		file := p.File
		if p.part {
			file = ""
		}
		p.code = code.New(file, p.Text.Text)
	}
	return p.code
}
