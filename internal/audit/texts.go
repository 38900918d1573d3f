package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
)

// shown are the uses of keys in the instructions that a framework expands, and the places where a text is not known.
func shown(texts []source.Text) (uses []source.Use) {
	c := prompt.New(draft(nil))
	for _, t := range texts {
		if t.Test {
			continue
		}
		uses = append(uses, c.UsesIn(t)...)
		if t.Partial {
			end := t.Span().End
			uses = append(uses, open(diag.Span{File: t.File, Start: end, End: end}, source.Placeholder))
		}
	}
	return uses
}

// open is a use of a key of which nothing is known.
func open(at diag.Span, kind source.UseKind) source.Use {
	return source.Use{Key: source.UnknownPart, Kind: kind, Span: at, Partial: true, Whole: true}
}

// opens are the uses of any key where more is read or written than can be seen.
func opens(list []source.Open) (uses []source.Use) {
	for _, o := range list {
		if o.Test {
			continue
		}
		if o.Reads {
			uses = append(uses, open(o.Span, source.Get))
		}
		if o.Writes {
			uses = append(uses, open(o.Span, source.Set))
		}
	}
	return uses
}

// inTexts are the findings in instructions against a draft of the project's keys, by the rules that need no schema.
func inTexts(texts []source.Text, s *schema.Schema) (list diag.List) {
	c := prompt.New(s)
	needsSchema := func(d diag.Diagnostic) bool { return project.NeedsSchema(d.ID) }
	for _, t := range texts {
		if t.Test {
			continue
		}
		list = append(list, slices.DeleteFunc(c.Text(t), needsSchema)...)
	}
	return list
}
