package lsp

import (
	"context"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

// semanticTokens are the declared keys in the placeholders of a document, each as five
// numbers: lines and characters from the one before, length, type and modifiers.
func semanticTokens(ctx context.Context, p *place) (*SemanticTokens, error) {
	out := &SemanticTokens{Data: []uint32{}}
	l := p.governing(ctx)
	if l == nil || l.Schema == nil {
		return out, nil
	}
	deprecated := map[diag.Span]uint32{}
	for _, u := range p.now(ctx).uses(l) {
		k := l.Key(u.Key)
		if u.Kind != source.Placeholder || k == nil || !p.isOwn(u.Span.File) {
			continue
		}
		deprecated[u.Span] = 0
		if k.Deprecated != "" {
			deprecated[u.Span] = 1
		}
	}
	var spans []diag.Span
	for s := range deprecated {
		spans = append(spans, s)
	}
	slices.SortFunc(spans, compareSpans)
	var last Position
	for _, s := range spans {
		at := p.open.text.Range(s.Start, s.End)
		if at.Start.Line != at.End.Line || at.Start == last {
			continue // no key is so
		}
		from := at.Start.Character
		if at.Start.Line == last.Line {
			from -= last.Character
		}
		out.Data = append(out.Data, at.Start.Line-last.Line, from, at.End.Character-at.Start.Character, 0, deprecated[s])
		last = at.Start
	}
	return out, nil
}
