package breaking

import "github.com/seed92179c4c/stategen/internal/diag"

// Rules describes every kind of finding that Compare returns.
func Rules() diag.Rules { return diag.RulesOn(diag.OnReleases) }

// The examples below are keys, or schemas, before and after a change.

var (
	storedValueRefused = diag.Register(diag.OnReleases, diag.Rule{
		ID: "stored-value-refused", Severity: diag.Error,
		Summary: "new code has an error on values that old code stored",
		Why: "State outlives its schema: a session that began last week holds what the code of last week wrote. Where the new " +
			"getter refuses that, each such session fails from the first read on, and nothing but a change of the data helps.",
		Bad:  "# before\ncount: int\n# after\ncount: string\n",
		Good: "# before\ncount: int\n# after\ncount: int\ncount_text: string?\n",
	})
	storedValueChanged = diag.Register(diag.OnReleases, diag.Rule{
		ID: "stored-value-changed", Severity: diag.Error,
		Summary: "new code reads what old code stored as something else, without an error",
		Why: "A text that happens to look like a number, or JSON inside a string, is read by the new type as well, but it means " +
			"something else then. No error tells of it.",
		Bad:  "# before\nzip: {type: string, pattern: \"^[1-9][0-9]{4}$\"}\n# after\nzip: int\n",
		Good: "# before\nzip: {type: string, pattern: \"^[1-9][0-9]{4}$\"}\n# after\nzip: {type: string, pattern: \"^[1-9][0-9]{4}$\"}\nzip_number: int?\n",
	})
	storedValueLost = diag.Register(diag.OnReleases, diag.Rule{
		ID: "stored-value-lost", Severity: diag.Error,
		Summary: "new code no longer finds what old code stored",
		Why: "A key that goes by another name, in another scope, or by none, leaves its values behind. If it is optional or has " +
			"a default, nobody notices. A key that is gone for good is listed under removed, which keeps its name from being taken again.",
		Bad:  "# before\ntrips: {type: int, default: 0}\n# after\ntrip_count: {type: int, default: 0}\n",
		Good: "# before\ntrips: {type: int, default: 0}\n# after\ntrips: {type: int, default: 0, renamed_to: trip_count}\n",
	})
	constraintTightened = diag.Register(diag.OnReleases, diag.Rule{
		ID: "constraint-tightened", Severity: diag.Error,
		Summary: "old code stored values that violate the new constraints",
		Why: "Getters read such a value, but Load has an error for it, and so has each setter that is handed it back. A merge " +
			"that would leave it as it is fails, too.",
		Bad:  "# before\nseats: {type: int, max: 10}\n# after\nseats: {type: int, max: 5}\n",
		Good: "# before\nseats: {type: int, max: 10}\n# after\nseats: {type: int, max: 10}\n",
	})
	missingValueRefused = diag.Register(diag.OnReleases, diag.Rule{
		ID: "missing-value-refused", Severity: diag.Error,
		Summary: "new code requires a key that sessions of old code lack",
		Why:     "No session that exists has a key that is new, and reading a required key that isn't set is an error.",
		Bad:     "# before\ncity: string?\n# after\ncity: string\n",
		Good:    "# before\ncity: string?\n# after\ncity: {type: string, default: Berlin}\n",
	})
	defaultChanged = diag.Register(diag.OnReleases, diag.Rule{
		ID: "default-changed", Severity: diag.Warning,
		Summary: "the default is another one, for sessions that exist as well",
		Why: "A default is not stored, unless a session began with it: where nothing is stored, old code answers with the old " +
			"default and new code with the new one, and during a deployment both answers are live.",
		Bad:  "# before\nlanguage: {type: string, default: en}\n# after\nlanguage: {type: string, default: de}\n",
		Good: "# before\nlanguage: {type: string, default: en}\n# after\nlanguage: {type: string, default: en}\n",
	})
	rollingValueRefused = diag.Register(diag.OnReleases, diag.Rule{
		ID: "rolling-value-refused", Severity: diag.Error,
		Summary: "old code has an error on values that new code stores",
		Why: "During a deployment, and after a rollback, old code reads what new code wrote. The value that is added to an enum " +
			"is the one that everybody forgets. Release code that reads the new values first, and write them in the next release.",
		Bad:  "# before\ntypes:\n  Step: {enum: [search, done]}\nkeys:\n  step: Step?\n# after\ntypes:\n  Step: {enum: [search, pay, done]}\nkeys:\n  step: Step?\n",
		Good: "# before, in a release that does not write pay yet\ntypes:\n  Step: {enum: [search, pay, done]}\nkeys:\n  step: Step?\n# after\ntypes:\n  Step: {enum: [search, pay, done]}\nkeys:\n  step: Step?\n",
	})
	rollingValueChanged = diag.Register(diag.OnReleases, diag.Rule{
		ID: "rolling-value-changed", Severity: diag.Error,
		Summary: "old code reads what new code stores as something else, without an error",
		Why:     "During a deployment, and after a rollback, old code reads what new code wrote, and takes it for something else.",
		Bad:     "# before\nnote: string?\n# after\nnote: {type: string, optional: true, encoding: json-string}\n",
		Good:    "# before\nnote: string?\n# after\nnote: string?\n",
	})
	rollingValueLost = diag.Register(diag.OnReleases, diag.Rule{
		ID: "rolling-value-lost", Severity: diag.Error,
		Summary: "old code does not find what new code stores under a new name",
		Why: "A binary knows only the names of its own schema. With renamed_from alone, what new code writes is invisible to old " +
			"code that still runs, and ten increments by both came out as 7 in one and 0 in the other. With renamed_to first, the " +
			"value stays under the old name, and both know both names; the next release moves it.",
		Bad:  "# before\ntrips: {type: int, merge: sum}\n# after\ntrip_count: {type: int, merge: sum, renamed_from: [trips]}\n",
		Good: "# before\ntrips: {type: int, merge: sum}\n# after\ntrips: {type: int, merge: sum, renamed_to: trip_count}\n",
	})
	constraintLoosened = diag.Register(diag.OnReleases, diag.Rule{
		ID: "constraint-loosened", Severity: diag.Warning,
		Summary: "new code stores values that violate the old constraints",
		Why:     "During a deployment, and after a rollback, Load of old code has an error for a value beyond its constraints.",
		Bad:     "# before\nseats: {type: int, max: 5}\n# after\nseats: {type: int, max: 10}\n",
		Good:    "# before\nseats: {type: int, max: 5}\n# after\nseats: {type: int, max: 5}\n",
	})
	rollingMissingRefused = diag.Register(diag.OnReleases, diag.Rule{
		ID: "rolling-missing-refused", Severity: diag.Error,
		Summary: "old code requires a key that new code may leave unset",
		Why: "A session that new code has begun, or from which it has cleared the key, fails in old code that still runs. Make " +
			"the key optional in one release, and leave it unset or remove it in the next.",
		Bad:  "# before\nkeys:\n  city: string\n# after\nremoved: [city]\n",
		Good: "# before\nkeys:\n  city: string?\n# after\nremoved: [city]\n",
	})
	scopeChanged = diag.Register(diag.OnReleases, diag.Rule{
		ID: "scope-changed", Severity: diag.Error,
		Summary: "a key moves to another scope",
		Why: "A value that many sessions share can't move to one of them: the first session that writes takes it from all others. " +
			"And of many sessions' values only one can become the shared one.",
		Bad:  "# before\nuser:theme: string?\n# after\ntheme: {type: string, optional: true, renamed_from: [user:theme]}\n",
		Good: "# before\nuser:theme: string?\n# after\nuser:theme: string?\nsession_theme: string?\n",
	})
	goTypeChanged = diag.Register(diag.OnReleases, diag.Rule{
		ID: "go-type-changed", Severity: diag.Warning,
		Summary: "a go_type is another one, and what it reads is not known",
		Why:     "What encoding/json reads into a type of your own, stategen can't see. Test that it reads what is stored.",
		Bad:     "# before\nleg: {go_type: example.com/m.Flight}\n# after\nleg: {go_type: example.com/m.Leg}\n",
		Good:    "# before\nleg: {go_type: example.com/m.Flight}\n# after\nleg: {go_type: example.com/m.Flight}\n",
	})
	mergeChanged = diag.Register(diag.OnReleases, diag.Rule{
		ID: "merge-changed", Severity: diag.Error,
		Summary: "two versions merge a key in different ways",
		Why: "An operation carries its own kind, so that history replays exactly. But while both versions run, append beside " +
			"union gives duplicates, and last beside sum turns additions into lost updates.",
		Bad:  "# before\nvisits: {type: int, merge: sum, default: 0}\n# after\nvisits: {type: int, default: 0}\n",
		Good: "# before\nvisits: {type: int, merge: sum}\n# after\nvisits: {type: int, merge: sum}\n",
	})
	mergeConstraintChanged = diag.Register(diag.OnReleases, diag.Rule{
		ID: "merge-constraint-changed", Severity: diag.Warning,
		Summary: "two versions merge a key within different constraints",
		Why:     "An operation carries the constraints of the code that made it: one of old code can push a value over a new limit.",
		Bad:     "# before\nseats: {type: int, merge: sum, max: 10}\n# after\nseats: {type: int, merge: sum, max: 5}\n",
		Good:    "# before\nseats: {type: int, merge: sum, max: 10}\n# after\nseats: {type: int, merge: sum, max: 10}\n",
	})
	sensitiveAdded = diag.Register(diag.OnReleases, diag.Rule{
		ID: "sensitive-added", Severity: diag.Warning,
		Summary: "a key becomes sensitive, and its values are in history, logs and backups",
		Why:     "From now on generated code redacts the values. Those that were logged and stored before are where they were.",
		Bad:     "# before\nuser:phone: string?\n# after\nuser:phone: {type: string, optional: true, sensitive: true}\n",
		Good:    "# before\nuser:phone: {type: string, optional: true, sensitive: true}\n# after\nuser:phone: {type: string, optional: true, sensitive: true}\n",
	})
	sensitiveRemoved = diag.Register(diag.OnReleases, diag.Rule{
		ID: "sensitive-removed", Severity: diag.Error,
		Summary: "a key is no longer sensitive, so that its values are shown",
		Why:     "Logs, errors and prompts may show from now on what was stored under the promise that they don't.",
		Bad:     "# before\nuser:phone: {type: string, optional: true, sensitive: true}\n# after\nuser:phone: string?\n",
		Good:    "# before\nuser:phone: {type: string, optional: true, sensitive: true}\n# after\nuser:phone: {type: string, optional: true, sensitive: true}\n",
	})
	foreignKeyDeclared = diag.Register(diag.OnReleases, diag.Rule{
		ID: "foreign-key-declared", Severity: diag.Error,
		Summary: "a key is declared that a pattern under foreign gives to another program",
		Why:     "Whoever owns it has stored values of which the schema knows nothing, and goes on storing them.",
		Bad:     "# before\nforeign: [\"relay_*\"]\n# after\nforeign: [\"relay_*\"]\nkeys:\n  relay_token: string?\n",
		Good:    "# before\nforeign: [\"relay_*\"]\n# after\nforeign: [\"relay_*\"]\nkeys:\n  token: string?\n",
	})
)

// change is what is different about a part of a key; its cure depends on it.
type change int

const (
	typeChanged change = iota
	constraintChanged
	valuesChanged // of an enum
	fieldMissing
	fieldRenamed
	presenceChanged
)

var storedCures = map[change]string{
	typeChanged:       "say what it was with was, if the values convert; else keep the type, and declare a new key",
	constraintChanged: "keep the constraint until no stored value violates it, or check it in code where new values come in",
	valuesChanged:     "keep the value; if it has a new name, list the old one under its renamed_from",
	fieldMissing:      "make the field optional; if it has an older name, list that under its renamed_from",
	fieldRenamed:      "list the older name under the field's renamed_from",
	presenceChanged:   "give it a default, or keep it optional until every session has it",
}

// The schema can't say that code knows what it does not store yet.
var rollingCures = map[change]string{
	typeChanged:       "take a new key or field; or stop the old code before the new one starts, and don't roll back",
	constraintChanged: "release it first with code that stores no such value yet, and accept this in the baseline; store them in the next release",
	valuesChanged:     "release the value first with code that does not store it yet, and accept this in the baseline; store it in the next release",
	fieldMissing:      "make the field optional first, in code that still sets it, and accept that in the baseline; remove it in the next release",
	fieldRenamed:      "list the new name under the field's renamed_from first; rename it in the next release",
	presenceChanged:   "release it first with code that still sets it, and accept this in the baseline; leave it unset in the next release",
}

// The rules on values that are refused, lost or read as something else.
var (
	storedValues  = diag.Rules{storedValueRefused, storedValueChanged, storedValueLost}
	rollingValues = diag.Rules{rollingValueRefused, rollingValueChanged, rollingValueLost}
)
