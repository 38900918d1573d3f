package project

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

var missingInitial = diag.Register(diag.OnProjects, diag.Rule{
	ID:       "missing-initial",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a session is created without a value that a prompt needs",
	Why: "A placeholder without the optional marker fails the run when its key is not set. A session key that is " +
		"always set gets its value when the session is created: the generated Initial stores it, a default included. A " +
		"session that is created without any state lacks it. The rule runs when a check covers the whole project, and " +
		"only for keys that nothing else writes.",
	Bad: "service.Create(ctx, &session.CreateRequest{AppName: \"trips\", UserID: user})\n",
	Good: "state, err := bookingstate.Initial{City: \"Bern\"}.Build()\n" +
		"service.Create(ctx, &session.CreateRequest{AppName: \"trips\", UserID: user, State: state})\n",
})

// checkMissingInitial looks at a key of the session that only the creation of
// a session can set.
func checkMissingInitial(k *schema.Key, a *usage) diag.List {
	needs := slices.DeleteFunc(slices.Clone(a.reads), func(u source.Use) bool {
		return u.Kind != source.Placeholder || u.Optional || u.Defaults && k.Default != nil
	})
	switch {
	case k.Scope != runtime.ScopeSession || k.Optional || len(k.Params) > 0 || len(needs) == 0:
		return nil
	case a.guessed || a.mayBeSetLater || k.WrittenOutside() || len(a.writes) > len(a.begins()):
		return nil // it may be set before the prompt is rendered
	case k.Default == nil && len(a.begins()) == 0:
		return nil // unwritten-key says so
	}
	var list diag.List
	for _, u := range a.unset {
		d := diag.New(missingInitial, u.Place(),
			"a session begins here without a value for %s, and nothing else sets one", diag.Key(k.Wire())).
			WithHint("create it with the result of Build of the generated Initial, with every required field set")
		declared := diag.Related{Span: k.Span, Message: "declared here"}
		d.Related = append(firstPlaces(needs, "this placeholder needs it"), declared)
		list = append(list, d)
	}
	return list
}

// begins lists the writes by what sessions are created with.
func (a *usage) begins() []source.Use {
	return slices.DeleteFunc(slices.Clone(a.writes), func(u source.Use) bool { return u.Kind != source.Begin })
}
