package load

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var inconsistentNaming = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "inconsistent-naming",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a key in another style than most",
	Why:      "lastCity and last_city are two keys. Where styles mix, one is read and the other written.",
	Bad:      "version: 1\nkeys:\n  last_city: string?\n  next_city: string?\n  homeCity: string?\n",
	Good:     "version: 1\nkeys:\n  last_city: string?\n  next_city: string?\n  home_city: string?\n",
})

var scopeInName = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "scope-in-name",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a key of the session that is named like one of another scope",
	Why: "user_theme lives as long as one session; user:theme is there in the user's next one. Where both are declared, one is " +
		"read and the other written. Writing scope: session says that both are meant.",
	Bad:  "version: 1\nkeys:\n  user_theme: string?\n  user:theme: string?\n",
	Good: "version: 1\nkeys:\n  user:theme: string?\n",
})

// The words of similar-keys, of keys that are declared, and of those that are only set.
const alike = "%s and %s differ in letter case or separators only"

var (
	alikeKeys    = similarKeys.Says(alike, "keep one, and list the other in its renamed_from")
	AlikeSetKeys = similarKeys.Says(alike, "use one spelling if one key is meant")
	OtherKeyRead = similarKeys.Says("%s is set, but what is read is %s", "did you mean %[2]s?")
)

var similarKeys = diag.Register(diag.OnSchemas, diag.Rule{
	ID:       "similar-keys",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "two keys whose names differ in letter case or separators only",
	Why: "memories and Memories are two keys to every store. Sooner or later one is read where the other was written, and " +
		"nothing fails: the value is just missing. A deprecated key may be declared beside its successor.",
	Bad:  "version: 1\nkeys:\n  username: string?\n  user_name: {scope: session, type: string, optional: true}\n",
	Good: "version: 1\nkeys:\n  username: string?\n",
})

// style is how the words of a name are joined.
type style string

const (
	anyStyle style = "" // one lower-case word fits every style
	snake    style = "snake_case"
	camel    style = "camelCase"
	pascal   style = "PascalCase"
	kebab    style = "kebab-case"
	mixed    style = "mixed"
)

func styleOf(name string) style {
	upper := strings.ContainsFunc(name, unicode.IsUpper)
	under := strings.Contains(strings.Trim(name, "_"), "_")
	dash := strings.Contains(name, "-")
	switch {
	case under && !dash && !upper:
		return snake
	case dash && !under && !upper:
		return kebab
	case under || dash:
		return mixed
	case !upper:
		return anyStyle
	case unicode.IsUpper([]rune(name)[0]):
		return pascal
	}
	return camel
}

// checkInconsistentNaming finds keys whose style differs from that of most others.
func checkInconsistentNaming(r *yamlsrc.Report, keys []*schema.Key) {
	counts := map[style]int{}
	for _, k := range keys {
		counts[styleOf(withoutParams(k))]++
	}
	delete(counts, anyStyle)
	most := snake
	for _, s := range []style{camel, pascal, kebab} {
		if counts[s] > counts[most] {
			most = s
		}
	}
	for _, k := range keys {
		if s := styleOf(withoutParams(k)); s != anyStyle && s != most && counts[most] > counts[s] && !k.ScopeWritten {
			r.Add(inconsistentNaming, k.Span, "%s is not in %s, as most keys are", diag.Key(k.Wire()), most).
				Hint("write it in %s, or add scope: %s if it is really written so", most, k.Scope)
		}
	}
}

// checkSimilarKeys finds keys of one scope that only look like two.
func checkSimilarKeys(r *yamlsrc.Report, keys []*schema.Key) {
	first := map[string]*schema.Key{}
	for _, k := range keys {
		if len(k.Params) > 0 || k.Deprecated != "" {
			continue
		}
		name := k.Scope.Key(foldWords(k.Name))
		other := first[name]
		if other == nil {
			first[name] = k
			continue
		}
		r.Say(alikeKeys, k.Span, diag.Key(k.Wire()), diag.Key(other.Wire())).
			Related(other.Span, "%s is declared here", diag.Quote(other.Wire()))
	}
}

// checkScopeInName finds user_theme, which is kept with the session, beside user:theme. A scope that is written out
// says that both are meant.
func checkScopeInName(r *yamlsrc.Report, keys []*schema.Key) {
	words := func(name string) string { return strings.ToLower(strings.Join(schema.Words(name), "_")) }
	scoped := map[string]*schema.Key{}
	for _, k := range keys {
		if k.Scope != runtime.ScopeSession {
			scoped[words(k.Scope.String()+"_"+k.Name)] = k
		}
	}
	for _, k := range keys {
		other := scoped[words(k.Name)]
		if other == nil || k.Scope != runtime.ScopeSession || k.ScopeWritten {
			continue
		}
		name := diag.Quote(other.Wire())
		r.Add(scopeInName, k.Span, "%s is a key of the session, and another one than %s", diag.Quote(k.Wire()), name).
			Hint("use %s alone, or add scope: session if both are meant", name).
			Related(other.Span, "%s is declared here", name)
	}
}

// foldWords is diag.Fold, but keeps numbers apart: step_1_1 is not step_11.
func foldWords(name string) string {
	return diag.Fold(betweenDigits.ReplaceAllString(name, "$1/$2"))
}

var betweenDigits = regexp.MustCompile(`([0-9])[_.-]+([0-9])`)
