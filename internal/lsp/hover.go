package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/schema"
)

// hover says what is known of the key at a place.
func hover(ctx context.Context, p *place) (*Hover, error) {
	o := p.keyAt(ctx)
	if o == nil {
		return nil, nil
	}
	return &Hover{
		Contents: Markup{Kind: "markdown", Value: o.describe()},
		Range:    p.open.text.Range(o.span.Start, o.span.End),
	}, nil
}

// describe is a key's declaration, documentation, accessor and uses.
func (o *occurrence) describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**: %s\n", escaped(o.key.Wire()), escaped(detail(o.look, o.key)))
	if o.key.Doc != "" {
		fmt.Fprintf(&b, "\n%s\n", escaped(o.key.Doc))
	}
	if o.key.Deprecated != "" {
		fmt.Fprintf(&b, "\n*Deprecated*: %s\n", escaped(o.key.Deprecated))
	}
	if o.key.RenamedTo != "" {
		fmt.Fprintf(&b, "\nRenamed to: %s\n", escaped(o.key.RenamedTo))
	}
	if _, getter := o.look.Accessor(o.key); getter != "" {
		fmt.Fprintf(&b, "\n```go\n%s\n```\n", getter)
	}
	if name := o.look.TypeScript(o.key); name != "" {
		fmt.Fprintf(&b, "\n```ts\nkeys.%s\n```\n", name)
	}
	used := o.summaries(o.look, o.key)[o.key]
	for _, part := range []struct {
		title  string
		places []string
	}{{"Written by", append(used.writers, o.key.WrittenBy...)}, {"Read by", used.readers}, {"In prompts", used.prompts}} {
		if len(part.places) > 0 {
			fmt.Fprintf(&b, "\n%s: %s\n", part.title, strings.Join(first(part.places, 5), ", "))
		}
	}
	return b.String()
}

func first(list []string, n int) []string {
	if len(list) <= n {
		return list
	}
	return append(list[:n:n], fmt.Sprintf("and %d more", len(list)-n))
}

// escaped is text that Markdown shows as it is.
func escaped(s string) string { return markdown.Replace(s) }

var markdown = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "<", "&lt;", "[", `\[`, "!", `\!`, "&", "&amp;", "#", `\#`)

// summary is who uses a key, as links.
type summary struct{ writers, readers, prompts []string }

func (s *summary) add(c *current, u source.Use) {
	at := c.location(u.Span)
	place := fmt.Sprintf("[%s:%d](%s#L%d)", escaped(filepath.Base(u.Span.File)), at.Range.Start.Line+1, at.URI, at.Range.Start.Line+1)
	switch {
	case u.Test:
	case u.Kind == source.Placeholder:
		s.prompts = append(s.prompts, place)
	case u.Writes() || u.Kind == source.Clear:
		s.writers = append(s.writers, place)
	case u.Reads():
		s.readers = append(s.readers, place)
	}
}

// summaries are those of some keys of a schema.
func (c *current) summaries(l *workspace.Look, of ...*schema.Key) map[*schema.Key]*summary {
	all, seen := map[*schema.Key]*summary{}, map[source.Use]bool{}
	for _, k := range of {
		all[k] = &summary{}
	}
	uses := c.uses(l)
	slices.SortStableFunc(uses, func(a, b source.Use) int { return compareSpans(a.Span, b.Span) })
	for _, u := range uses {
		if !u.Site.IsZero() && c.generated(u.Span.File) {
			u.Span = spanOf(u.Site) // of a constant that is generated
		}
		u.Site = diag.Span{}
		if k := l.Key(u.Key); all[k] != nil && !u.Partial && !seen[u] && !c.generated(u.Span.File) {
			seen[u] = true
			all[k].add(c, u)
		}
	}
	return all
}

// definition is where a key, a type or an instruction's file is.
func definition(ctx context.Context, p *place) ([]Location, error) {
	if o := p.keyAt(ctx); o != nil {
		return []Location{o.location(spanOf(o.key.Span))}, nil
	}
	l := p.ownSchema(ctx)
	if l == nil || l.Schema == nil {
		return nil, nil
	}
	c := p.now(ctx)
	word := p.open.text.Word(p.open.text.Offset(p.Position))
	for _, t := range l.Schema.Types {
		if t.Name == word {
			return []Location{c.location(spanOf(t.Span))}, nil
		}
	}
	for _, i := range l.Schema.Instructions {
		if i.File != "" && i.File == word {
			return []Location{{URI: p.uri(absolute(i.Source))}}, nil
		}
	}
	return nil, nil
}

// references are all uses of a key, and its declaration.
func references(ctx context.Context, p *place) ([]Location, error) {
	list := []Location{}
	o := p.keyAt(ctx)
	if o == nil {
		return list, nil
	}
	list = append(list, o.location(spanOf(o.key.Span)))
	seen := map[Location]bool{list[0]: true}
	for _, u := range o.all() {
		if at := o.location(u.Span); !seen[at] {
			seen[at] = true
			list = append(list, at)
		}
	}
	return list, nil
}
