package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// declare offers to declare a key that the schema lacks. What a prompt shows is a string
// more often than not; of a key in Go source nothing is presumed.
func (p *place) declare(ctx context.Context, c *current, d diag.Diagnostic) []CodeAction {
	l := p.governing(ctx)
	key := strings.Trim(c.spelled(d.Span), "\"`")
	if d.ID != workspace.UndeclaredKey.ID || l == nil || l.Schema == nil || !instruction.IsKey(key) {
		return nil
	}
	kind := "string?"
	if strings.HasSuffix(p.path, ".go") {
		kind = "json?"
	}
	edit, ok := c.addKey(l, key+": "+kind)
	if !ok {
		return nil
	}
	return []CodeAction{{
		Title: fmt.Sprintf("Declare %s as %s", diag.Quote(key), kind), Kind: "quickfix",
		Diagnostics: []Diagnostic{c.diagnostic(d)}, Edit: edit,
	}}
}

// addKey adds a line behind the last key of a schema, if each has lines of its own.
func (c *current) addKey(l *workspace.Look, line string) (WorkspaceEdit, bool) {
	var last *schema.Key
	for _, k := range l.Schema.Keys {
		if k.Span.File == l.Schema.File && (last == nil || k.Span.Start > last.Span.Start) {
			last = k
		}
	}
	if last == nil {
		return WorkspaceEdit{}, false
	}
	s := spanOf(last.Span)
	text := string(c.content(s.File))
	indent, end, ok := block(text, s.Start)
	if !ok {
		return WorkspaceEdit{}, false
	}
	newText := indent + line + "\n"
	if end > 0 && text[end-1] != '\n' {
		newText = "\n" + indent + line
	}
	return c.edit([]diag.Edit{{Span: diag.Span{File: s.File, Start: end, End: end}, NewText: newText}})
}

// block finds the lines of a field that begins at an offset: how it is indented, and where its
// last line ends, with its line break. It is false if something else is before it on its line.
func block(text string, start int) (indent string, end int, ok bool) {
	if start > len(text) {
		return "", 0, false
	}
	indent = text[strings.LastIndexByte(text[:start], '\n')+1 : start]
	if strings.Trim(indent, " ") != "" {
		return "", 0, false
	}
	next := func(at int) int {
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			return at + n + 1
		}
		return len(text)
	}
	end = next(start)
	for at := end; at < len(text); at = next(at) {
		line := text[at:next(at)]
		if strings.TrimSpace(line) == "" {
			continue
		}
		if indentation(line) <= len(indent) {
			break
		}
		end = next(at)
	}
	return indent, end, true
}
