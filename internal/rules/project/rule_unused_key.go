package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var UnusedKey = diag.Register(diag.OnProjects, diag.Rule{
	ID:       "unused-key",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a declared key that nothing reads or writes",
	Why: "It remains after the code that used it is removed, and readers take it for part of the state. " +
		"It may also be the right spelling of a key that is used under a wrong one. " +
		"The rule runs when a check covers the whole project; tests don't count as use.",
	Bad: "version: 1\nkeys:\n  city: {type: string, default: Bern}\n  town: string?\n" +
		"instructions:\n  greeter: {text: \"Weather in {city}.\"}\n",
	Good: "version: 1\nkeys:\n  city: {type: string, default: Bern}\n" +
		"instructions:\n  greeter: {text: \"Weather in {city}.\"}\n",
})

func checkUnusedKey(k *schema.Key, a *usage) diag.List {
	used := len(a.reads)+len(a.writes)+len(a.clears) > 0 || a.guessed
	used = used || a.mayBeRead || a.mayBeWritten || a.anyIsWritten
	// A snapshot shows the default of a key that nothing sets, and fails
	// without one that is required; of any other it shows nothing, ever.
	used = used || a.loaded && !k.Optional
	if used || k.WrittenOutside() || k.Client.CanRead() {
		return nil
	}
	return diag.List{diag.New(UnusedKey, k.Span, "nothing reads or writes %s", diag.Key(k.Wire())).
		WithHint("remove it, or name who sets it in written_by")}
}
