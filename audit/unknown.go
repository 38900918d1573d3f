package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// UnknownInProse is the finding about keys that a text tells the model to read, each at a place, and
// that nothing sets.
func UnknownInProse(names []string, at []diag.Span) diag.Diagnostic {
	var shown []string
	for _, name := range names {
		shown = append(shown, "{"+name+"}")
	}
	d := diag.Diagnostic{
		ID: "prose-reference", Severity: diag.Warning, Span: at[0],
		Message: "the instruction shows no value of " + enumerateKeys(names) + ", and nothing that could be read sets " + one(names, "it", "them"),
		Hint: "set " + one(names, "the key", "the keys") + " and write " + enumerate(shown) + " where the " + one(names, "value", "values") + " should be, or tell the model where else " +
			one(names, "it is", "they are") + "; nothing is wrong if a tool takes " + one(names, "it", "them") + " from somewhere",
	}
	return alsoNamed(d, names[1:], at[1:])
}

// alsoNamed shows where else a text names keys.
func alsoNamed(d diag.Diagnostic, names []string, at []diag.Span) diag.Diagnostic {
	for i, name := range names[:min(len(names), mostShown)] {
		d.Related = append(slices.Clip(d.Related), diag.Related{Span: at[i], Message: diag.Quote(name) + " is named here"})
	}
	return d
}
