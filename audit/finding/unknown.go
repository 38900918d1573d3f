package finding

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

// UnknownInProse is the finding about keys that a text tells the model to read, each at a place, and
// that nothing sets.
func UnknownInProse(names []string, at []diag.Span) diag.Diagnostic {
	d := diag.Diagnostic{
		ID: "prose-reference", Severity: diag.Warning, Span: at[0],
		Message: "the instruction shows no value of " + words.Keys(names) + ", and nothing that could be read sets " + words.One(names, "it", "them"),
		Hint: "set " + words.One(names, "the key", "the keys") + " and write " + words.Placeholders(names) + " where the " + words.One(names, "value", "values") + " should be, or tell the model where else " +
			words.One(names, "it is", "they are") + "; nothing is wrong if a tool takes " + words.One(names, "it", "them") + " from somewhere",
	}
	return AlsoNamed(d, names[1:], at[1:])
}

// AlsoNamed shows where else a text names keys.
func AlsoNamed(d diag.Diagnostic, names []string, at []diag.Span) diag.Diagnostic {
	for i, name := range names[:min(len(names), words.MostShown)] {
		d.Related = append(slices.Clip(d.Related), diag.Related{Span: at[i], Message: diag.Quote(name) + " is named here"})
	}
	return d
}
