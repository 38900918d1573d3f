package judge

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
	"github.com/seed92179c4c/stategen/schema"
)

// mostInText is how many findings are kept of one text, before suppressions: it bounds
// time and memory.
const mostInText = 100_000

// Pass is the check of one text.
type Pass struct {
	reading.Reading
	Place
	Schema *schema.Schema
	Levels Levels

	findings []*Finding
	more     bool    // there are findings beyond mostInText
	dropped  Finding // one of these
}

// Place is where the text is, and what becomes of it.
type Place struct {
	File     string               // of the spans
	At       func(offset int) int // offset in the text to offset in File
	Compiled bool                 // stategen's own code renders it
}

// Begin forgets the last text, and prepares to check another.
func (p *Pass) Begin(s reading.Source, at Place) {
	p.Reading.Begin(s)
	p.Place = at
	p.findings = p.findings[:0]
	p.more = false
}

// Reportf adds a finding about text[start:end].
func (p *Pass) Reportf(r diag.Rule, start, end int, format string, args ...any) *Finding {
	if len(p.findings) >= mostInText { // wording one more would cost time, and nobody sees it
		p.more, p.dropped = true, Finding{}
		return &p.dropped
	}
	f := p.Describef(r, start, end, format, args...)
	p.Keep(f)
	return f
}

// Keep adds a finding, unless there are too many to be of use to anybody.
func (p *Pass) Keep(f *Finding) {
	if len(p.findings) >= mostInText {
		p.more = true
		return
	}
	p.findings = append(p.findings, f)
}

// Describef makes a finding about text[start:end].
func (p *Pass) Describef(r diag.Rule, start, end int, format string, args ...any) *Finding {
	return &Finding{diag.New(r, p.Span(start, end), format, args...)}
}

// Span converts a part of the text. Its end is taken from the last byte, since
// what follows may be on another line of the file.
func (p *Pass) Span(start, end int) diag.Span {
	if end <= start {
		at := p.At(start)
		return diag.Span{File: p.File, Start: at, End: at}
	}
	return diag.Span{File: p.File, Start: p.At(start), End: max(p.At(start), p.At(end-1)) + 1}
}

// Findings returns what was found, as the project's levels have it.
func (p *Pass) Findings() diag.List {
	var list diag.List
	for _, f := range p.findings {
		if severity, on := p.Levels.Severity(f.ID, f.Severity); on {
			f.Severity = severity
			list = append(list, f.Diagnostic)
		}
	}
	return list
}

// HasMore reports whether there are findings beyond those that are kept.
func (p *Pass) HasMore() bool { return p.more }
