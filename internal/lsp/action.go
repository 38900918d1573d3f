package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// kindFixAll is the kind of the one change that fixes all that has a certain fix.
const kindFixAll = "source.fixAll.stategen"

// codeActions are the fixes of what is found in a range, and the one that fixes all of
// the document.
func codeActions(ctx context.Context, p *place) ([]CodeAction, error) {
	c := p.findings()
	list := []CodeAction{}
	start, end := p.open.text.Offset(p.Range.Start), p.open.text.Offset(p.Range.End)
	found := c.findings[p.path]
	if found == nil {
		found = c.findings[p.open.real]
	}
	found = found.Sort()
	for _, d := range found {
		if p.wants("quickfix") && d.Span.Start <= end && start <= d.Span.End {
			list = append(list, c.quickFixes(d)...)
			list = append(list, p.declare(ctx, c, d)...)
		}
	}
	if p.wants(kindFixAll) {
		list = append(list, c.fixAll(found)...)
	}
	return list, nil
}

// wants reports whether the client wants actions of a kind.
func (p *place) wants(kind string) bool {
	return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(only string) bool {
		return kind == only || strings.HasPrefix(kind, only+".")
	})
}

func (c *current) quickFixes(d diag.Diagnostic) []CodeAction {
	var list []CodeAction
	for _, f := range d.Fixes {
		if edit, ok := c.edit(f.Edits); ok {
			list = append(list, CodeAction{
				Title: f.Message, Kind: "quickfix", IsPreferred: f.Certain,
				Diagnostics: []Diagnostic{c.diagnostic(d)}, Edit: edit,
			})
		}
	}
	return list
}

// fixAll carries out all certain fixes of a document that fit together.
func (c *current) fixAll(found diag.List) []CodeAction {
	var edits []diag.Edit
	for _, d := range diag.ApplyFixes(found, c.sources(found)).Done {
		for _, e := range d.Fixes[0].Edits {
			if !slices.Contains(edits, e) {
				edits = append(edits, e)
			}
		}
	}
	edit, ok := c.edit(edits)
	if !ok {
		return nil
	}
	return []CodeAction{{Title: "Fix all that has a certain fix", Kind: kindFixAll, Edit: edit}}
}

// sources are the texts that fixes of findings change.
func (c *current) sources(found diag.List) diag.Sources {
	all := diag.Sources{}
	for _, d := range found {
		for _, f := range d.Fixes {
			for _, e := range f.Edits {
				if all[e.Span.File] == nil {
					all.Add(e.Span.File, c.text(e.Span.File).Bytes)
				}
			}
		}
	}
	return all
}
