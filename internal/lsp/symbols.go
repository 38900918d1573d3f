package lsp

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/workspace"
)

// declaration is something that a schema declares.
type declaration struct {
	name, detail string
	kind         int
	span         diag.Span
}

// declarations are those of a schema, and of those that it includes.
func declarations(l *workspace.Look) []declaration {
	if l == nil || l.Schema == nil {
		return nil
	}
	var list []declaration
	for _, t := range l.Schema.Types {
		kind := SymbolClass
		if len(t.Values) > 0 {
			kind = SymbolEnum
		}
		list = append(list, declaration{t.Name, t.Kind.String(), kind, spanOf(t.Span)})
	}
	for _, k := range l.Schema.Keys {
		list = append(list, declaration{k.Wire(), detail(l, k), SymbolKey, spanOf(k.Span)})
	}
	for _, i := range l.Schema.Instructions {
		list = append(list, declaration{i.Name, "instruction", SymbolFunction, spanOf(i.Span)})
	}
	return list
}

// documentSymbols are the declarations in a schema's file.
func documentSymbols(ctx context.Context, p *place) ([]DocumentSymbol, error) {
	list := []DocumentSymbol{}
	for _, d := range declarations(p.ownSchema(ctx)) {
		if p.isOwn(d.span.File) {
			at := p.open.text.Range(d.span.Start, d.span.End)
			list = append(list, DocumentSymbol{Name: d.name, Detail: d.detail, Kind: d.kind, Range: at, SelectionRange: at})
		}
	}
	return list, nil
}

// mostSymbols is how many are listed at once.
const mostSymbols = 500

// workspaceSymbols are the declarations whose names contain a text.
func workspaceSymbols(ctx context.Context, n *snapshot, params json.RawMessage) (any, error) {
	in, _ := decoded(params) // without a text, all are meant
	list, seen := []WorkspaceSymbol{}, map[diag.Span]bool{}
	c := n.now(ctx)
	for _, l := range c.sortedLooks() {
		for _, d := range declarations(l) {
			if seen[d.span] || len(list) == mostSymbols || !strings.Contains(strings.ToLower(d.name), strings.ToLower(in.Query)) {
				continue
			}
			seen[d.span] = true
			list = append(list, WorkspaceSymbol{
				Name: d.name, Kind: d.kind, Location: c.location(d.span), ContainerName: filepath.Base(filepath.Dir(d.span.File)),
			})
		}
	}
	return list, nil
}

// formatting lays out a schema.
func formatting(ctx context.Context, p *place) ([]TextEdit, error) {
	if p.ownSchema(ctx) == nil {
		return nil, nil
	}
	f, err := p.space.Format(ctx, []string{p.path})
	if err != nil || f.Findings.HasErrors() || len(f.Files) != 1 || !f.Files[0].Changed() {
		return nil, err
	}
	all := p.open.text.Range(0, len(p.open.text.Bytes))
	return []TextEdit{{Range: all, NewText: string(f.Files[0].After)}}, nil
}
