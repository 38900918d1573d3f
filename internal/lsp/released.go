package lsp

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// Answers to the question of what a rename is to do.
const (
	renamePlainly  = "Rename it everywhere"
	renameReleased = "Declare renamed_to"
)

// rename asks, where the client can, whether stored values have the key's name. A key that
// has been released is renamed in two releases, and the first declares the next name.
func (s *session) rename(ctx context.Context, now *snapshot, params json.RawMessage) (any, error) {
	return inDocument(func(ctx context.Context, p *place) (*WorkspaceEdit, error) {
		r, err := p.renaming(ctx)
		if err != nil {
			return nil, err
		}
		if !p.asks {
			return r.everywhere()
		}
		var answer *MessageAction
		if err := s.conn.Call(ctx, "window/showMessageRequest", MessageRequest{
			Type:    3,
			Message: "Has a release stored values of " + diag.Quote(r.key.Wire()) + "? Then its next name is declared first, and this name stays until the release after.",
			Actions: []MessageAction{{Title: renamePlainly}, {Title: renameReleased}},
		}, &answer); err != nil || answer == nil {
			return nil, err // nothing was chosen
		}
		if answer.Title == renameReleased {
			return r.declareNext()
		}
		return r.everywhere()
	})(ctx, now, params)
}

// declareNext puts renamed_to into the key's declaration.
func (r *renaming) declareNext() (*WorkspaceEdit, error) {
	at := spanOf(r.key.Span)
	e, ok := addField(string(r.content(at.File)), at.Start, at.End, "renamed_to: "+r.wire)
	if !ok || r.key.RenamedTo != "" {
		return nil, refused("put renamed_to: %s into the declaration of %s", r.wire, diag.Quote(r.key.Wire()))
	}
	e.Span.File = at.File
	edit, ok := r.edit([]diag.Edit{e})
	if !ok {
		return nil, refused("the schema has changed meanwhile")
	}
	return &edit, nil
}

var (
	valueOnLine = regexp.MustCompile(`^[ \t]*:[ \t]*([^\r\n]*)`)
	shorthand   = regexp.MustCompile(`^(?:"([^"]*?)(\??)"|([\w.]+)(\??))[ \t]*(?:#.*)?$`)
)

// addField adds a field to the declaration of what is named from start to end.
func addField(text string, start, end int, field string) (diag.Edit, bool) {
	m := valueOnLine.FindStringSubmatchIndex(text[end:])
	if m == nil {
		return diag.Edit{}, false
	}
	from, value := end+m[2], text[end+m[2]:end+m[3]]
	insert := func(at int, text string) (diag.Edit, bool) {
		return diag.Edit{Span: diag.Span{Start: at, End: at}, NewText: text}, true
	}
	if strings.HasPrefix(value, "{") {
		if strings.HasPrefix(strings.TrimSpace(value[1:]), "}") {
			return insert(from+1, field)
		}
		return insert(from+1, field+", ")
	}
	if s := shorthand.FindStringSubmatchIndex(value); s != nil {
		part := func(i int) string {
			if s[2*i] < 0 {
				return ""
			}
			return value[s[2*i]:s[2*i+1]]
		}
		kind := part(3)
		if kind == "" {
			kind = `"` + part(1) + `"`
		}
		if part(2)+part(4) == "?" {
			kind += ", optional: true"
		}
		length := len(strings.TrimRight(strings.SplitN(value, " #", 2)[0], " \t"))
		return diag.Edit{Span: diag.Span{Start: from, End: from + length}, NewText: "{type: " + kind + ", " + field + "}"}, true
	}
	_, first, last, ok := block(text, start)
	if value != "" && value[0] != '#' || !ok || first == last {
		return diag.Edit{}, false
	}
	inner := text[first:last]
	return insert(first, inner[:indentation(inner)]+field+"\n")
}
