package lsp

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/workspace"
)

// current is what is found at the time of a snapshot.
type current struct {
	*snapshot
	findings map[string]diag.List // by absolute path
	read     map[string][]byte    // what was checked, by absolute path
	texts    map[string]*Text     // of positions
	diffs    map[string]Diff      // from what was surveyed to what there is now
}

// current is the snapshot without findings.
func (n *snapshot) current() *current {
	c := &current{n, map[string]diag.List{}, map[string][]byte{}, map[string]*Text{}, map[string]Diff{}}
	for _, l := range n.looks {
		for name, src := range l.Sources {
			c.read[absolute(name)] = src.Text
		}
	}
	return c
}

// findings joins what looks and the survey have found. Of a text that has changed since
// it was looked at, nothing is said.
func (n *snapshot) findings() *current {
	c := n.current()
	for _, l := range n.sortedLooks() {
		for _, d := range l.Findings {
			d = named(d)
			c.findings[d.Span.File] = append(c.findings[d.Span.File], d)
		}
	}
	for path := range c.read {
		if c.outdated(path) {
			delete(c.findings, path)
		}
	}
	for _, d := range n.survey.findings {
		if d, ok := c.shifted(d); ok && !c.outdated(d.Span.File) {
			c.findings[d.Span.File] = append(c.findings[d.Span.File], d)
		}
	}
	return c
}

// outdated reports whether a text has changed since it was looked at. The next look is
// on its way.
func (c *current) outdated(path string) bool {
	open, read := c.file(path), c.read[path]
	return open != nil && read != nil && !bytes.Equal(open.text.Bytes, read)
}

// shifted moves a finding of the survey to where it is by now.
func (c *current) shifted(d diag.Diagnostic) (diag.Diagnostic, bool) {
	if !c.shift(&d.Span) {
		return d, false
	}
	d.Related = slices.DeleteFunc(slices.Clone(d.Related), func(r diag.Related) bool {
		return !c.shift(&diag.Span{File: r.Span.File, Start: r.Span.Start, End: r.Span.End})
	})
	for i := range d.Related {
		c.shift(&d.Related[i].Span)
	}
	var fixes []diag.Fix
	for _, f := range d.Fixes {
		f.Edits = slices.Clone(f.Edits)
		if !slices.ContainsFunc(f.Edits, func(e diag.Edit) bool { return !c.shift(&e.Span) }) {
			for i := range f.Edits {
				c.shift(&f.Edits[i].Span)
			}
			fixes = append(fixes, f)
		}
	}
	d.Fixes = fixes
	return d, true
}

// shift moves a range; false if it is no longer there.
func (c *current) shift(s *diag.Span) (ok bool) {
	diff, known := c.diffs[s.File]
	if !known {
		before := c.survey.texts[s.File]
		after := c.read[s.File]
		if open := c.file(s.File); open != nil {
			after = open.text.Bytes
		}
		if after == nil {
			after = before
		}
		diff = NewDiff(before, after)
		c.diffs[s.File] = diff
	}
	s.Start, s.End, ok = diff.Shift(s.Start, s.End)
	return ok
}

// text is what positions in a file count in.
func (c *current) text(path string) *Text {
	if open := c.file(path); open != nil {
		return open.text
	}
	if c.texts[path] == nil {
		content := c.read[path]
		if content == nil {
			content = c.survey.texts[path]
		}
		c.texts[path] = NewText(content)
	}
	return c.texts[path]
}

func (c *current) location(s diag.Span) Location {
	return Location{URI: c.uri(s.File), Range: c.text(s.File).Range(s.Start, s.End)}
}

// publish tells the client what is new.
func (s *session) publish() {
	s.publishing.Lock()
	defer s.publishing.Unlock()
	c := s.snapshot().findings()
	files := map[string]string{} // paths by URI
	for path := range c.findings {
		files[c.uri(path)] = path
	}
	for path, d := range c.docs {
		if files[d.uri] == "" {
			files[d.uri] = path
		}
	}
	for _, uri := range slices.Sorted(maps.Keys(s.published)) {
		if _, ok := files[uri]; !ok {
			s.publishOne(PublishDiagnostics{URI: uri, Diagnostics: []Diagnostic{}})
			delete(s.published, uri)
		}
	}
	for _, uri := range slices.Sorted(maps.Keys(files)) {
		path := files[uri]
		if c.outdated(path) {
			continue
		}
		all := PublishDiagnostics{URI: uri, Diagnostics: c.diagnostics(path)}
		if open := c.file(path); open != nil {
			all.Version = &open.version
		}
		s.publishOne(all)
	}
}

// publishOne sends what was not sent before.
func (s *session) publishOne(all PublishDiagnostics) {
	text, err := json.Marshal(all)
	if err != nil || s.published[all.URI] == string(text) {
		return
	}
	s.published[all.URI] = string(text)
	s.notify("textDocument/publishDiagnostics", json.RawMessage(text))
}

func (c *current) diagnostics(path string) []Diagnostic {
	list := []Diagnostic{}
	for _, d := range c.findings[path].Sort() {
		list = append(list, c.diagnostic(d))
	}
	return list
}

// diagnostic is a finding as the protocol has it.
func (c *current) diagnostic(d diag.Diagnostic) Diagnostic {
	out := Diagnostic{
		Range: c.text(d.Span.File).Range(d.Span.Start, d.Span.End), Severity: SeverityError,
		Code: d.ID, CodeDescription: &CodeDescription{Href: diag.RuleURL(d.ID)},
		Source: "stategen", Message: d.Message, Tags: tags[d.ID],
	}
	if d.Severity == diag.Warning {
		out.Severity = SeverityWarning
	}
	if d.Hint != "" {
		out.Message += "\n" + d.Hint
	}
	for _, r := range d.Related {
		out.RelatedInformation = append(out.RelatedInformation, Related{Location: c.location(r.Span), Message: r.Message})
	}
	return out
}

// tags are how editors show some findings.
var tags = map[string][]int{
	workspace.DeprecatedKey.ID: {TagDeprecated},
	workspace.UnusedKey.ID:     {TagUnnecessary},
}

// named is a finding with absolute paths.
func named(d diag.Diagnostic) diag.Diagnostic { return d.WithSpans(spanOf) }

// edit is edits as the protocol has them; false if there are none, or if a text has
// changed since.
func (c *current) edit(edits []diag.Edit) (WorkspaceEdit, bool) {
	byFile := map[string][]TextEdit{}
	for _, e := range edits {
		if c.outdated(e.Span.File) {
			return WorkspaceEdit{}, false
		}
		byFile[e.Span.File] = append(byFile[e.Span.File], TextEdit{Range: c.location(e.Span).Range, NewText: e.NewText})
	}
	return c.workspaceEdit(byFile), len(edits) > 0
}
