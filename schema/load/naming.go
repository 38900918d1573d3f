package load

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/report"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
)

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

// inconsistentNaming finds keys whose style differs from that of most others.
func inconsistentNaming(r *report.Report, keys []*schema.Key) {
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
			r.Add(rules.InconsistentNaming, k.Span, "%s is not in %s, as most keys are", diag.Key(k.Wire()), most).
				Hint("write %s", diag.Quote(k.Scope.Key(restyle(k.Name, most))))
		}
	}
}

// similarKeys finds keys of one scope that only look like two.
func similarKeys(r *report.Report, keys []*schema.Key) {
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
		r.Add(rules.SimilarKeys, k.Span, "%s and %s differ in letter case or separators only", diag.Key(k.Wire()), diag.Key(other.Wire())).
			Hint("keep one, and list the other in its renamed_from").
			Related(other.Span, "%s is declared here", diag.Quote(other.Wire()))
	}
}

// scopeInName finds user_theme, which is kept with the session, beside user:theme. A scope that is written out
// says that both are meant.
func scopeInName(r *report.Report, keys []*schema.Key) {
	words := func(name string) string { return strings.Join(splitWords(name), "_") }
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
		r.Add(rules.ScopeInName, k.Span, "%s is a key of the session, and another one than %s", diag.Quote(k.Wire()), name).
			Hint("use %s alone, or add scope: session if both are meant", name).
			Related(other.Span, "%s is declared here", name)
	}
}

// foldWords is diag.Fold, but keeps numbers apart: step_1_1 is not step_11.
func foldWords(name string) string {
	return diag.Fold(betweenDigits.ReplaceAllString(name, "$1/$2"))
}

var betweenDigits = regexp.MustCompile(`([0-9])[_.-]+([0-9])`)

// restyle writes the words of a name in another style.
func restyle(name string, to style) string {
	words := splitWords(name)
	for i, w := range words {
		if to == pascal || to == camel && i > 0 {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	switch to {
	case snake:
		return strings.Join(words, "_")
	case kebab:
		return strings.Join(words, "-")
	}
	return strings.Join(words, "")
}

// splitWords splits a name at separators and before capital letters, and
// writes the words in lower case. A parameter of a family stays as it is.
func splitWords(name string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	previous, inParam := ' ', false
	for _, r := range name {
		switch {
		case !inParam && (r == '_' || r == '-'):
			flush()
		case !inParam && unicode.IsUpper(r) && !unicode.IsUpper(previous):
			flush()
			word.WriteRune(unicode.ToLower(r))
		case inParam:
			word.WriteRune(r)
		default:
			word.WriteRune(unicode.ToLower(r))
		}
		inParam = inParam && r != '}' || r == '{'
		previous = r
	}
	flush()
	return words
}
