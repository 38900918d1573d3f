package rules

import "github.com/seed92179c4c/stategen/internal/diag"

var DuplicateKey = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "duplicate-key",
	Summary: "a state key is declared twice",
	Why:     "Two declarations of one key disagree sooner or later. A key can be declared with a prefix or with scope, and in included files.",
	Bad:     "version: 1\nkeys:\n  user:theme: string\n  theme: {scope: user, type: string}\n",
	Good:    "version: 1\nkeys:\n  user:theme: string\n  theme: string\n",
})

var InvalidKey = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-key",
	Summary: "a key that no state can hold",
	Why:     "A key needs a name after its prefix, and one without control characters, which stores and terminals treat differently.",
	Bad:     "version: 1\nkeys:\n  'user:': string\n",
	Good:    "version: 1\nkeys:\n  user:theme: string\n",
})

var UnknownScope = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unknown-scope",
	Summary: "a key has a prefix that is not a scope",
	Why:     "Only user:, app: and temp: have a meaning. Any other prefix leaves the key in the session, where nobody else sees it.",
	Bad:     "version: 1\nkeys:\n  usr:theme: string\n",
	Good:    "version: 1\nkeys:\n  user:theme: string\n",
})

var ScopeMismatch = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "scope-mismatch",
	Summary: "a key's prefix and its scope disagree",
	Why:     "The prefix is part of the key and decides where the value is stored, whatever scope says.",
	Bad:     "version: 1\nkeys:\n  user:theme: {scope: app, type: string}\n",
	Good:    "version: 1\nkeys:\n  app:theme: {type: string}\n",
})

var UnplaceableKey = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unplaceable-key",
	Summary: "a key contains characters that placeholders can't",
	Why:     "{budget.total} is left unexpanded in an instruction. If other software really uses such a key, a written scope says so.",
	Bad:     "version: 1\nkeys:\n  budget.total: float\n",
	Good:    "version: 1\nkeys:\n  budget.total: {scope: session, type: float}\n",
})

var InvalidMerge = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-merge",
	Summary: "a merge that the key's type can't have",
	Why:     "A merge is carried out by the store on the stored value: numbers can be added, lists can grow.",
	Bad:     "version: 1\nkeys:\n  cart: {type: string, merge: append, default: \"\"}\n",
	Good:    "version: 1\nkeys:\n  cart: {type: \"[]string\", merge: append, default: []}\n",
})

var InvalidRename = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-rename",
	Summary: "an old name that is still in use, or fits the key badly",
	Why:     "Reads fall back on old names and writes clear them, so a name that is still declared would be emptied.",
	Bad:     "version: 1\nkeys:\n  city: string?\n  destination: {type: string, renamed_from: [city]}\n",
	Good:    "version: 1\nkeys:\n  destination: {type: string, renamed_from: [city]}\n",
})

var InvalidConversion = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-conversion",
	Summary: "an earlier declaration that does not say how its values become those of today",
	Why: "What is stored is read for years. A conversion that has no result for some values must say what a read gives of these: " +
		"nothing, an error, or the default.",
	Bad:  "version: 1\ntypes:\n  Lang: {enum: [en, de]}\nkeys:\n  user:lang: {type: Lang, default: en, was: [{type: string}]}\n",
	Good: "version: 1\ntypes:\n  Lang: {enum: [en, de]}\nkeys:\n  user:lang: {type: Lang, default: en, was: [{type: string, else: default}]}\n",
})

var AmbiguousConversion = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "ambiguous-conversion",
	Summary: "an earlier declaration whose stored values look like those of today",
	Why: "Nothing in a store says by which schema a value was written. An older value is known by its key, or by a form that values of today " +
		"never have; one that has neither would be read as something else.",
	Bad:  "version: 1\nkeys:\n  timeout: {type: int, optional: true, was: [{type: int, convert: go}]}\n",
	Good: "version: 1\nkeys:\n  timeout_ms: {type: int, optional: true, was: [{key: timeout, type: int, convert: go}]}\n",
})

var InvalidRemoval = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-removal",
	Summary: "a removed key that is declared, or that can't be one",
	Why:     "What was stored under the key may still be there. Under a new declaration it would be read as a value of today.",
	Bad:     "version: 1\nkeys:\n  cart: string?\nremoved: [cart]\n",
	Good:    "version: 1\nkeys:\n  basket: string?\nremoved: [cart]\n",
})

var InvalidFamily = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-family",
	Summary: "a family of keys whose parameters can't be told apart",
	Why:     "From a stored key the parameters are read back, so each needs a name and some text between it and the next.",
	Bad:     "version: 1\nkeys:\n  \"seat_{row}{letter}\": string?\n",
	Good:    "version: 1\nkeys:\n  \"seat_{row}_{letter}\": string?\n",
})

var FamilyOverlap = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "family-overlap",
	Summary: "one key could belong to two families",
	Why:     "Its value would be read by both, as two different types perhaps.",
	Bad:     "version: 1\nkeys:\n  \"order_{id}\": string?\n  \"order_{id}_note\": string?\n",
	Good:    "version: 1\nkeys:\n  \"order_{id}\": string?\n  \"note_{id}\": string?\n",
})

var ScopeInName = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "scope-in-name",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a key of the session that is named like one of another scope",
	Why: "user_theme lives as long as one session; user:theme is there in the user's next one. Where both are declared, one is " +
		"read and the other written. Writing scope: session says that both are meant.",
	Bad:  "version: 1\nkeys:\n  user_theme: string?\n  user:theme: string?\n",
	Good: "version: 1\nkeys:\n  user:theme: string?\n",
})

var InconsistentNaming = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "inconsistent-naming",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a key in another style than most",
	Why:      "lastCity and last_city are two keys. Where styles mix, one is read and the other written.",
	Bad:      "version: 1\nkeys:\n  last_city: string?\n  next_city: string?\n  homeCity: string?\n",
	Good:     "version: 1\nkeys:\n  last_city: string?\n  next_city: string?\n  home_city: string?\n",
})

var SimilarKeys = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "similar-keys",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "two keys whose names differ in letter case or separators only",
	Why: "memories and Memories are two keys to every store. Sooner or later one is read where the other was written, and " +
		"nothing fails: the value is just missing. A deprecated key may be declared beside its successor.",
	Bad:  "version: 1\nkeys:\n  username: string?\n  user_name: {scope: session, type: string, optional: true}\n",
	Good: "version: 1\nkeys:\n  username: string?\n",
})

var DeepNesting = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "deep-nesting",
	Severity: diag.Warning,
	Summary:  "a key whose objects nest more than two deep",
	Why:      "A key is written as a whole: whoever changes one inner field overwrites what others changed in the rest.",
	Bad:      "version: 1\ntypes:\n  Trip: {fields: {leg: Leg}}\n  Leg: {fields: {seat: Seat}}\n  Seat: {fields: {row: int}}\nkeys:\n  trip: Trip?\n",
	Good:     "version: 1\ntypes:\n  Leg: {fields: {seat: Seat}}\n  Seat: {fields: {row: int}}\nkeys:\n  leg: Leg?\n",
})

var ScopeOnEino = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "scope-on-eino",
	Severity: diag.Warning,
	Summary:  "a key with a scope in a schema for eino, which has none",
	Why: "Eino's session values belong to one run. A key under user: or app: is a name like any other there: the next run, of the " +
		"same user or not, does not have it, and no prompt of eino's can show it. A temp key differs from no other.",
	Bad:  "version: 1\ndialect: eino\nkeys:\n  user:theme: string?\n",
	Good: "version: 1\ndialect: eino\nkeys:\n  user_theme: string?\n",
})

var TempRequired = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "temp-required",
	Severity: diag.Warning,
	Summary:  "a temp key that is required or has a default",
	Why: "Temp state is empty at the start of each run. A required key fails until somebody sets it, so `written_by` has to name who does; a default hides that nobody did. " +
		"Where writes are merged the default is what they begin with, as in a counter of one run.",
	Bad:  "version: 1\nkeys:\n  temp:answer: string\n",
	Good: "version: 1\nkeys:\n  temp:answer: string?\n",
})

var SensitiveDefault = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "sensitive-default",
	Severity: diag.Warning,
	Summary:  "a sensitive key with its value in the schema",
	Why:      "The default is in the repository and in generated code, where everybody can read it.",
	Bad:      "version: 1\nkeys:\n  app:token: {type: string, sensitive: true, default: s3cret}\n",
	Good:     "version: 1\nkeys:\n  app:token: {type: string, sensitive: true, optional: true}\n",
})

var ClientWritesApp = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "client-writes-app",
	Summary: "a client may set a key of all users",
	Why:     "What one client sets under an app: key, the prompts of every other user show from then on. `check.rules` can allow it, for a program that lets administrators alone in.",
	Bad:     "version: 1\nkeys:\n  app:promotion: {type: string, optional: true, client: write}\n",
	Good:    "version: 1\nkeys:\n  app:promotion: {type: string, optional: true, client: read}\n",
})
