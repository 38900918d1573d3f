package lsp

import (
	"bytes"
	"context"

	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/lsp/internal/protocol"
)

// inlayHints say behind the name in each placeholder of a range what it may stand for: the
// type of its key and, of one that may be unset, what there is then.
func inlayHints(ctx context.Context, p *place) ([]protocol.InlayHint, error) {
	list := []protocol.InlayHint{}
	l := p.governing(ctx)
	if l == nil || l.Schema == nil {
		return list, nil
	}
	start, end := p.open.text.Offset(p.Range.Start, p.encoding), p.open.text.Offset(p.Range.End, p.encoding)
	seen := map[int]bool{}
	for _, u := range p.now(ctx).uses(l) {
		k := l.Key(u.Key)
		isShown := u.Span.End >= start && u.Span.Start <= end
		if k == nil || u.Kind != keys.Placeholder || !isShown || seen[u.Span.End] || !p.isOwn(u.Span.File) {
			continue
		}
		seen[u.Span.End] = true
		at := u.Span.End
		if bytes.HasPrefix(p.open.text.Bytes[at:], []byte("?")) {
			at++
		}
		hint := protocol.InlayHint{Position: p.open.text.Position(at, p.encoding), Label: ": " + brief(l, k), Kind: protocol.InlayType}
		if k.Doc != "" {
			hint.Tooltip = k.Doc
		}
		list = append(list, hint)
	}
	return list, nil
}
