package project

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
)

var UnreadKey = diag.Register(diag.OnProjects, diag.Rule{
	ID:       "unread-key",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a key is set, and nothing reads it",
	Why: "No prompt shows it and no code reads it: it is a remnant, or its reader uses another name. It is off unless " +
		"`check.rules` sets it to warning or error, since readers outside of the project can't be seen; keys that only " +
		"hold an agent's answer are left to unread-output-key. Without a schema, one finding names all such keys of a " +
		"program but those of one run.",
	Bad:  "st.Set(\"city\", \"Bern\")\n",
	Good: "st.Set(\"city\", \"Bern\")\nfmt.Println(st.Get(\"city\"))\n",
})

// checkUnreadKeys finds keys that are set and never read. What a run sets for itself says nothing in a draft.
func (all *usageByKey) checkUnreadKeys(used []*usage) (list diag.List) {
	drafted := all.drafted()
	if !drafted && !all.checker.isOn(UnreadKey.ID) {
		return nil
	}
	for _, a := range used {
		wire := a.key.Wire()
		ofRun := drafted && a.key.Scope == runtime.ScopeTemp
		if ofRun || all.meant[wire] || all.code.Told[wire] {
			continue
		}
		if !a.unread() || !slices.ContainsFunc(a.writes, setsForReaders) {
			continue
		}
		d := diag.New(UnreadKey, a.key.Span, "%s is set, but nothing reads it", diag.Key(wire))
		d.Hint, d.Related = "read it, show it in a prompt, or remove it", firstPlaces(a.writes, "it is set here")
		if drafted {
			d.Span, d.Related = a.writes[0].Place(), nil
			d.Hint = "nothing is wrong if something else reads it, such as a client of the sessions; " +
				"otherwise read it or don't set it"
		}
		list = append(list, d)
	}
	return list
}

// setsForReaders reports whether a use is a write but an agent's answer, or what a graph keeps for itself.
func setsForReaders(u source.Use) bool { return u.Kind != source.Output && u.Kind != source.Returned }
