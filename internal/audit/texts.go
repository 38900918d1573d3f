package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt"
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
			end := len(t.Text)
			if t.At != nil {
				end = t.At(end)
			}
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
	for _, t := range texts {
		if t.Test {
			continue
		}
		list = append(list, slices.DeleteFunc(c.Text(t), func(d diag.Diagnostic) bool { return check.NeedsSchema(d.ID) })...)
	}
	return list
}

// joinNamed makes one finding of those about keys that one text names without showing their values.
func (p *project) joinNamed(list diag.List) (rest diag.List) {
	first := map[diag.Span]int{}
	for _, d := range list {
		text := p.textAround(d.Span)
		at, again := first[text]
		switch {
		case d.ID != prompt.ProseReference.ID:
			rest = append(rest, d)
		case !again:
			first[text] = len(rest)
			rest = append(rest, d)
		default:
			joined := &rest[at]
			joined.Args = append(slices.Clip(joined.Args), d.Args...)
			joined.Message = "the instruction doesn't show the values of " + quoted(joined.Args)
			joined.Hint = "write each as a placeholder, such as {" + joined.Args[0].Value + "?}, where its value should be"
			joined.Related = append(joined.Related, diag.Related{Span: d.Span, Message: diag.Quote(d.Arg("key")) + " is named here"})
		}
	}
	return rest
}

// quoted is a list of names in a sentence.
func quoted(names []diag.Arg) string {
	text := names[0].String()
	for i, name := range names[1:] {
		if i == len(names)-2 {
			text += " and " + name.String()
		} else {
			text += ", " + name.String()
		}
	}
	return text
}

// textAround is the instruction that a place is in; the place itself, if that is not known.
func (p *project) textAround(at diag.Span) diag.Span {
	for _, t := range p.Texts {
		start, end := 0, len(t.Text)
		if t.At != nil {
			start, end = t.At(start), t.At(end)
		}
		if t.File == at.File && start <= at.Start && at.End <= end {
			return diag.Span{File: t.File, Start: start, End: end}
		}
	}
	return at
}
