package load

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/shape"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var deepNesting = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "deep-nesting",
	Severity: diag.Warning,
	Summary:  "a key whose objects nest more than two deep",
	Why:      "A key is written as a whole: whoever changes one inner field overwrites what others changed in the rest.",
	Bad:      "version: 1\ntypes:\n  Trip: {fields: {leg: Leg}}\n  Leg: {fields: {seat: Seat}}\n  Seat: {fields: {row: int}}\nkeys:\n  trip: Trip?\n",
	Good:     "version: 1\ntypes:\n  Leg: {fields: {seat: Seat}}\n  Seat: {fields: {row: int}}\nkeys:\n  leg: Leg?\n",
})

var sensitiveDefault = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "sensitive-default",
	Severity: diag.Warning,
	Summary:  "a sensitive key with its value in the schema",
	Why:      "The default is in the repository and in generated code, where everybody can read it.",
	Bad:      "version: 1\nkeys:\n  app:token: {type: string, sensitive: true, default: s3cret}\n",
	Good:     "version: 1\nkeys:\n  app:token: {type: string, sensitive: true, optional: true}\n",
})

var tempRequired = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "temp-required",
	Severity: diag.Warning,
	Summary:  "a temp key that is required or has a default",
	Why: "Temp state is empty at the start of each run. A required key fails until somebody sets it, so `written_by` has to name who does; a default hides that nobody did. " +
		"Where writes are merged the default is what they begin with, as in a counter of one run.",
	Bad:  "version: 1\nkeys:\n  temp:answer: string\n",
	Good: "version: 1\nkeys:\n  temp:answer: string?\n",
})

// advise reports what is allowed and usually a mistake. The project's levels
// and comments in the files decide what is shown of it.
func (l *loader) advise(s *schema.Schema, docs []document) {
	a := adviser{Report: &yamlsrc.Report{}, depths: map[*schema.Named]int{}}
	for _, k := range s.Keys {
		if l.gaps.declared[k] {
			continue
		}
		if withoutScopes(s) {
			a.scopeOnEino(k)
		} else {
			a.tempRequired(k)
		}
		a.deepNesting(k)
		a.sensitiveDefault(k)
		a.clientWritesApp(k)
	}
	if l.Mistakes == l.gaps.explained { // else some keys may not be known
		checkInconsistentNaming(a.Report, s.Keys)
		checkSimilarKeys(a.Report, s.Keys)
		checkScopeInName(a.Report, s.Keys)
	}
	var comments []*suppression
	for _, doc := range docs {
		comments = append(comments, suppressions(doc.root.File.Src)...)
	}
	shown := silence(a.List, l.sources, comments)
	a.List = nil
	idleComments(a.Report, comments, shape.RuleNames(), l.Mistakes == 0)
	l.List = append(l.List, s.Check.Apply(append(shown, a.List...))...)
}

type adviser struct {
	*yamlsrc.Report
	depths map[*schema.Named]int // of objects in each
}

// tempRequired finds temp keys that a run can't begin with: they are empty
// then, so a required one fails unless somebody is named who sets it, and a default
// hides that nothing was set. That of a counter or a collection of one run is what it
// begins with.
func (a *adviser) tempRequired(k *schema.Key) {
	meant := k.Optional || k.Default == nil && len(k.WrittenBy) > 0 || k.Default != nil && k.Merge != schema.MergeLast
	if k.Scope != runtime.ScopeTemp || k.Type == nil || meant {
		return
	}
	problem := "is required"
	if k.Default != nil {
		problem = "has a default"
	}
	a.Add(tempRequired, k.Span, "%s %s, though every run begins without it", diag.Key(k.Wire()), problem).
		Hint("make it optional")
}

// deepest is how many objects may be inside each other.
const deepest = 2

func (a *adviser) deepNesting(k *schema.Key) {
	if a.depth(k.Type) > deepest {
		a.Add(deepNesting, k.Span, "%s nests objects more than %d deep", diag.Key(k.Wire()), deepest).
			Hint("split it into several keys, so that each can change alone")
	}
}

// depth is how many objects are inside each other in a type. One inside itself, as in a tree, counts once.
func (a *adviser) depth(t *schema.Type) int {
	for t != nil && t.Elem != nil {
		t = t.Elem
	}
	if t == nil || t.Kind != schema.Object {
		return 0
	}
	if depth, seen := a.depths[t.Named]; seen {
		return depth
	}
	a.depths[t.Named] = 0
	deepest := 0
	for _, f := range t.Named.Fields {
		deepest = max(deepest, a.depth(f.Type))
	}
	a.depths[t.Named] = deepest + 1
	return deepest + 1
}

// sensitiveDefault finds secrets that are written into the schema, and with it
// into generated code.
func (a *adviser) sensitiveDefault(k *schema.Key) {
	if k.Sensitive && k.Default != nil && !isEmpty(k.Default.Data) {
		a.Add(sensitiveDefault, k.Default.Span, "the sensitive key %s has its value written here", diag.Key(k.Wire())).
			Hint("make it optional, and set it at run time")
	}
}

var clientWritesApp = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "client-writes-app",
	Summary: "a client may set a key of all users",
	Why:     "What one client sets under an app: key, the prompts of every other user show from then on. `check.rules` can allow it, for a program that lets administrators alone in.",
	Bad:     "version: 1\nkeys:\n  app:promotion: {type: string, optional: true, client: write}\n",
	Good:    "version: 1\nkeys:\n  app:promotion: {type: string, optional: true, client: read}\n",
})

// clientWritesApp finds keys that one client would set for all users.
func (a *adviser) clientWritesApp(k *schema.Key) {
	if k.Scope == runtime.ScopeApp && k.Client.CanWrite() {
		a.Add(clientWritesApp, k.Span, "any client could set %s for all users", diag.Key(k.Wire())).
			Hint("write client: read, or declare a user: key; check.rules can allow it")
	}
}

// isEmpty reports whether a default holds nothing that could be a secret.
func isEmpty(data any) bool {
	switch data := data.(type) {
	case nil:
		return true
	case string:
		return data == ""
	case []byte:
		return len(data) == 0
	case []any:
		return len(data) == 0
	case map[string]any:
		return len(data) == 0
	}
	return false
}

var scopeOnEino = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "scope-on-eino",
	Severity: diag.Warning,
	Summary:  "a key with a scope in a schema for eino, which has none",
	Why: "Eino's session values belong to one run. A key under user: or app: is a name like any other there: the next run, of the " +
		"same user or not, does not have it, and no prompt of eino's can show it. A temp key differs from no other.",
	Bad:  "version: 1\ndialect: eino\nkeys:\n  user:theme: string?\n",
	Good: "version: 1\ndialect: eino\nkeys:\n  user_theme: string?\n",
})

// withoutScopes reports whether a schema is for eino, whose state has none.
func withoutScopes(s *schema.Schema) bool {
	return s.Grammar.Dialect == instruction.Eino ||
		slices.ContainsFunc(s.Targets, func(t schema.Target) bool { return t.Name == "eino" })
}

// scopeOnEino finds a key with a scope that eino doesn't know.
func (a *adviser) scopeOnEino(k *schema.Key) {
	if k.Scope == runtime.ScopeSession {
		return
	}
	a.Add(scopeOnEino, k.Span, "eino has no scopes: %s is a name like any other, whose value ends with the run", diag.Key(k.Wire())).
		Hint("declare it as %s, and store elsewhere what is to last", strings.ReplaceAll(k.Wire(), ":", "_"))
}
