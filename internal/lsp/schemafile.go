package lsp

import (
	"context"
	"fmt"
	"strings"
)

// codeLenses say above each key of a schema who uses it, as far as that was seen.
func codeLenses(ctx context.Context, p *place) ([]CodeLens, error) {
	list := []CodeLens{}
	l := p.ownSchema(ctx)
	if l == nil || l.Schema == nil {
		return list, nil
	}
	c := p.now(ctx)
	for key, used := range c.summaries(l, l.Schema.Keys...) {
		if s := spanOf(key.Span); p.isOwn(s.File) {
			list = append(list, CodeLens{
				Range:   p.open.text.Range(s.Start, s.End),
				Command: LensTitle{Title: used.String()},
			})
		}
	}
	return list, nil
}

// String counts.
func (s summary) String() string {
	var parts []string
	for _, of := range []struct {
		places []string
		name   string
	}{{s.writers, "writer"}, {s.readers, "reader"}, {s.prompts, "placeholder"}} {
		switch n := len(of.places); {
		case n == 1:
			parts = append(parts, "1 "+of.name)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n, of.name))
		}
	}
	if len(parts) == 0 {
		return "no uses"
	}
	return strings.Join(parts, ", ")
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
