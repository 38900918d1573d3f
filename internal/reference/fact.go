package reference

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// Fact is something that the schema says; Code, in its own words.
type Fact struct {
	Name, Text string
	Code       bool
}

// TypeText is a type as it is written, with the anchor of the type that the schema declares in it.
type TypeText struct{ Text, Anchor string }

func typeText(t *schema.Type) TypeText {
	if t == nil {
		return TypeText{Text: "?"}
	}
	out := TypeText{Text: t.String()}
	for t.Elem != nil {
		t = t.Elem
	}
	if t.Named != nil {
		out.Anchor = typeAnchor(t.Named.Name)
	}
	return out
}

func (b *builder) moves(from []string, to string, was []schema.Was) []Fact {
	var list []Fact
	if to != "" {
		list = append(list, Fact{"Renamed to", to, true})
	}
	if len(from) > 0 {
		list = append(list, Fact{"Renamed from", strings.Join(from, ", "), true})
	}
	for _, w := range was {
		list = append(list, Fact{"Was", b.written(w.Span), true})
	}
	return list
}

func (b *builder) constraints(c schema.Constraints) []Fact {
	var list []Fact
	bound := func(name string, v *schema.Bound) {
		if v != nil {
			list = append(list, Fact{name, b.written(v.Span), true})
		}
	}
	limit := func(name string, l *schema.Limit) {
		if l != nil {
			list = append(list, Fact{name, fmt.Sprint(l.N), true})
		}
	}
	bound("Minimum", c.Min)
	bound("Maximum", c.Max)
	limit("Minimum length", c.MinLength)
	limit("Maximum length", c.MaxLength)
	if c.Pattern != nil {
		list = append(list, Fact{"Pattern", c.Pattern.Expr, true})
	}
	limit("Minimum items", c.MinItems)
	limit("Maximum items", c.MaxItems)
	if c.Unique {
		list = append(list, Fact{Name: "Items", Text: "no two are equal"})
	}
	return list
}

// written is what stands at a place of the schema, in one line.
func (b *builder) written(s diag.Span) string {
	src := b.Sources[s.File]
	if src == nil || s.Start < 0 || s.End > len(src.Text) || s.Start > s.End {
		return ""
	}
	return strings.Join(strings.Fields(string(src.Text[s.Start:s.End])), " ")
}
