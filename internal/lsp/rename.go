package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"go/token"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// refused is the error of a rename that is not carried out.
func refused(format string, args ...any) error {
	return &jsonrpc2.Error{Code: codeFailed, Message: fmt.Sprintf(format, args...)}
}

// renamable is the key at a place, if it can be renamed.
func (p *place) renamable(ctx context.Context) (*occurrence, error) {
	o := p.keyAt(ctx)
	switch {
	case o == nil:
		return nil, refused("there is no declared key here")
	case len(o.key.Params) > 0:
		return nil, refused("a family of keys can't be renamed: its keys are put together when the program runs")
	}
	return o, nil
}

// prepareRename says what is renamed.
func prepareRename(ctx context.Context, p *place) (any, error) {
	if p.keyAt(ctx) == nil {
		return nil, nil // another server may know what to rename
	}
	o, err := p.renamable(ctx)
	if err != nil {
		return nil, err
	}
	return map[string]any{"range": p.open.text.Range(o.span.Start, o.span.End), "placeholder": o.key.Wire()}, nil
}

// Answers to the question of what a rename is to do.
const (
	renamePlainly  = "Rename it everywhere"
	renameReleased = "Yes, it is released"
)

// rename asks, where the client can, whether stored values have the key's name. A key that
// has been released is renamed in two releases, which is no edit of one moment.
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
		err = s.conn.Call(ctx, "window/showMessageRequest", MessageRequest{
			Type:    3,
			Message: "Has a release stored values of " + diag.Quote(r.key.Wire()) + "? Then this name stays until the release after the next.",
			Actions: []MessageAction{{Title: renamePlainly}, {Title: renameReleased}},
		}, &answer)
		switch {
		case err != nil || answer == nil: // nothing was chosen
			return nil, err
		case answer.Title == renameReleased:
			return nil, refused("put renamed_to: %s into the declaration of %s, and rename it in the release after", r.wire, diag.Quote(r.key.Wire()))
		}
		return r.everywhere()
	})(ctx, now, params)
}

// renaming is what a rename at a place is to do.
func (p *place) renaming(ctx context.Context) (*renaming, error) {
	o, err := p.renamable(ctx)
	if err != nil {
		return nil, err
	}
	name, err := o.newName(p.NewName)
	if err != nil {
		return nil, err
	}
	return &renaming{occurrence: o, name: name, wire: o.key.Scope.Key(name), done: map[diag.Span]bool{}}, nil
}

// everywhere renames a key wherever it is written: in the schema, in prompts, and in Go
// source, the names that are generated from it too.
func (r *renaming) everywhere() (*WorkspaceEdit, error) {
	if r.key.GoName == "" {
		r.ident, _ = r.look.Accessor(r.key)
		r.newIdent = r.look.Renamed(r.key, r.name)
	}
	r.declaration()
	for _, u := range r.all() {
		r.use(u)
	}
	edit, ok := r.edit(r.edits)
	if !ok {
		return nil, refused("the files have changed meanwhile")
	}
	return &edit, nil
}

// newName is the name without its prefix.
func (o *occurrence) newName(wire string) (string, error) {
	scope, name := runtime.ParseKey(wire)
	if scope == runtime.ScopeSession && !strings.Contains(wire, ":") {
		scope = o.key.Scope // the prefix need not be written
	}
	if scope != o.key.Scope {
		return "", refused("a rename keeps the scope %s: values don't move to another", o.key.Scope)
	}
	if !instruction.IsKey(scope.Key(name)) || !token.IsIdentifier(strings.ToUpper(name)) {
		return "", refused("%s can't be a key", diag.Quote(wire))
	}
	for _, k := range o.look.Schema.Keys {
		if k.Wire() == scope.Key(name) && k != o.key {
			return "", refused("%s is declared already", diag.Quote(k.Wire()))
		}
	}
	return name, nil
}

// renaming is a rename that is under way.
type renaming struct {
	*occurrence
	name, wire      string // the new ones
	ident, newIdent string // in Go; empty: they stay
	done            map[diag.Span]bool
	edits           []diag.Edit
}

func (r *renaming) replace(s diag.Span, text string) {
	if !r.done[s] {
		r.done[s] = true
		r.edits = append(r.edits, diag.Edit{Span: s, NewText: text})
	}
}

// declaration renames the key in its schema, as it is written there: with its prefix or
// without.
func (r *renaming) declaration() {
	at := spanOf(r.key.Span)
	old := r.spelled(at)
	name := r.wire
	if !strings.Contains(old, r.key.Wire()) {
		name = r.name
	}
	if quote := old[:min(1, len(old))]; quote == `"` || quote == "'" {
		name = quote + name + quote
	}
	r.replace(at, name)
}

// use renames a use, if it is the key's text or a name that is generated from it.
func (r *renaming) use(u source.Use) {
	text := r.spelled(u.Span)
	switch {
	case u.Key != r.key.Wire():
	case text == u.Key:
		r.replace(u.Span, r.wire)
	case len(text) == len(u.Key)+2 && strings.ContainsAny(text[:1], "\"'`") && text[1:len(text)-1] == u.Key:
		r.replace(u.Span, text[:1]+r.wire+text[:1])
	case strings.HasSuffix(u.Span.File, ".go") && r.ident != "" && token.IsIdentifier(text) && strings.Contains(text, r.ident):
		i := strings.LastIndex(text, r.ident)
		r.replace(u.Span, text[:i]+r.newIdent+text[i+len(r.ident):])
	}
}
