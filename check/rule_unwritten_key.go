package check

import (
	"cmp"
	"slices"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var unwrittenKey = diag.Rule{
	ID:       "unwritten-key",
	Severity: diag.Warning,
	Summary:  "a key is read, but nothing sets it and it has no default",
	Why: "A required key without a writer fails every run. An optional one is empty forever, and the optional marker in " +
		"{city?} hides that from everybody but the model. The key is often written under another name. " +
		"The rule runs when a check covers the whole project; tests don't count as writers. " +
		"written_by names those outside it: another program, a seed file, the model through a tool.",
	Bad: "version: 1\nkeys:\n  city: string?\n" +
		"instructions:\n  greeter: {text: \"Weather in {city?}.\"}\n",
	Good: "version: 1\nkeys:\n  city: {type: string, optional: true, written_by: [booking_form]}\n" +
		"instructions:\n  greeter: {text: \"Weather in {city?}.\"}\n",
}

func checkUnwrittenKey(k *schema.Key, a *usage) diag.List {
	read := len(a.reads) > 0 || a.loaded && k.Required()
	if !read || a.written(k) {
		return nil
	}
	d := diag.Diagnostic{
		ID: unwrittenKey.ID, Severity: unwrittenKey.Severity, Span: k.Span,
		Message: diag.Quote(k.Wire()) + " is read, but nothing sets it",
		Hint:    "set it, or name who does in written_by",
	}
	if len(a.reads) > 0 && !slices.ContainsFunc(a.reads, func(u keys.Use) bool { return !u.Optional }) {
		d.Message = "nothing sets " + diag.Quote(k.Wire()) + ": the optional marker of its placeholder hides that the text is always empty"
	}
	d.Related = firstPlaces(a.reads, "it is read here")
	return diag.List{d}
}

// firstPlaces shows a few uses, in order.
func firstPlaces(uses []keys.Use, message string) []diag.Related {
	const most = 3
	uses = slices.Clone(uses)
	slices.SortFunc(uses, func(a, b keys.Use) int {
		return cmp.Or(cmp.Compare(a.Place().File, b.Place().File), cmp.Compare(a.Place().Start, b.Place().Start))
	})
	var list []diag.Related
	for _, u := range uses[:min(len(uses), most)] {
		list = append(list, diag.Related{Span: u.Place(), Message: message})
	}
	return list
}
