package lsp

import (
	"bytes"
	"context"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/schema"
)

// occurrence is a place where a key is named.
type occurrence struct {
	*current
	look *workspace.Look
	key  *schema.Key
	span diag.Span
}

// now is a snapshot whose looks are as the texts are, for a question about places.
func (n *snapshot) now(ctx context.Context) *current {
	fresh := *n
	fresh.looks = map[string]*workspace.Look{}
	for path := range n.looks {
		if l := n.lookNow(ctx, path); l != nil {
			fresh.looks[path] = l
		}
	}
	return fresh.current()
}

// keyAt finds the key that is named at a place; nil if there is none.
func (p *place) keyAt(ctx context.Context) *occurrence {
	offset := p.open.text.Offset(p.Position)
	c := p.now(ctx)
	if p.looks[p.path] == nil && len(c.looks) == 0 {
		return nil
	}
	for _, l := range c.sortedLooks() {
		if l.Schema == nil {
			continue
		}
		o := occurrence{current: c, look: l}
		here := func(s diag.Span) bool {
			return (s.File == p.path || s.File == p.open.real) && s.Start <= offset && offset <= s.End
		}
		for _, k := range l.Schema.Keys {
			if s := spanOf(k.Span); here(s) {
				o.key, o.span = k, s
				return &o
			}
		}
		for _, u := range c.uses(l) {
			if k := l.Key(u.Key); k != nil && here(u.Span) {
				o.key, o.span = k, u.Span
				return &o
			}
		}
	}
	return nil
}

// spanOf is a span with an absolute path.
func spanOf(s diag.Span) diag.Span {
	s.File = absolute(s.File)
	return s
}

// uses are those of the keys of a schema, in prompts and in Go source, as far as they are
// still where they were.
func (c *current) uses(l *workspace.Look) []source.Use {
	var list []source.Use
	for _, u := range l.Uses() {
		u.Span = spanOf(u.Span)
		list = append(list, u)
	}
	own := l.Schema.File
	governed := map[string]bool{}
	code, whole := c.survey.code[absolute(own)]
	found := code.Uses
	if !whole {
		found = c.survey.uses
	}
	for _, u := range found {
		if file := u.Place().File; !whole {
			if _, known := governed[file]; !known {
				governed[file] = c.governs(own, file)
			}
			if !governed[file] {
				continue
			}
		}
		if c.moved(&u.Span) && c.moved(&u.Site) {
			list = append(list, u)
		}
	}
	return list
}

// moved moves a range of a file that was surveyed to where it is by now.
func (c *current) moved(s *diag.Span) bool {
	if s.IsZero() {
		return true
	}
	*s = spanOf(*s)
	return c.survey.texts[s.File] == nil || c.shift(s)
}

// governs reports whether a schema is the one of a file.
func (c *current) governs(own, file string) bool {
	nearest, err := c.space.NearestSchema(absolute(file))
	return err == nil && nearest == absolute(own)
}

// all are the uses of the key wherever it is declared the same, and in no generated code.
func (o *occurrence) all() []source.Use {
	var list []source.Use
	declared := spanOf(o.key.Span)
	for _, l := range o.sortedLooks() {
		if l.Schema == nil || !slices.ContainsFunc(l.Schema.Keys, func(k *schema.Key) bool { return spanOf(k.Span) == declared }) {
			continue
		}
		for _, u := range o.uses(l) {
			k := l.Key(u.Key)
			switch {
			case k == nil || spanOf(k.Span) != declared:
			case u.Partial, u.Kind == source.Loaded, u.Kind == source.Unset, o.generated(u.Span.File): // names no key
			default:
				list = append(list, u)
			}
		}
	}
	slices.SortFunc(list, func(a, b source.Use) int { return compareSpans(a.Span, b.Span) })
	return slices.CompactFunc(list, func(a, b source.Use) bool { return a.Span == b.Span && a.Kind == b.Kind })
}

func compareSpans(a, b diag.Span) int {
	for _, n := range []int{bytes.Compare([]byte(a.File), []byte(b.File)), a.Start - b.Start, a.End - b.End} {
		if n != 0 {
			return n
		}
	}
	return 0
}

// generated reports whether a file is one that stategen wrote.
func (c *current) generated(path string) bool { return workspace.IsGenerated(c.content(path)) }

// content is a file's text.
func (c *current) content(path string) []byte { return c.text(path).Bytes }

// spelled is what is written at a place.
func (c *current) spelled(s diag.Span) string {
	text := c.content(s.File)
	if s.Start < 0 || s.End > len(text) || s.Start > s.End {
		return ""
	}
	return string(text[s.Start:s.End])
}
