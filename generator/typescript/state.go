package typescript

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// exact reports whether limits keep whole numbers where JavaScript has them all.
func exact(c schema.Constraints) bool {
	return c.Min != nil && c.Max != nil &&
		c.Min.Data.(int64) >= -runtime.MaxExactInt && c.Max.Data.(int64) <= runtime.MaxExactInt
}

// state prints the keys of each scope, and all together.
func (m *module) state() {
	var scopes []string
	for _, scope := range runtime.Scopes() {
		keys := slices.DeleteFunc(slices.Clone(m.plan.Keys), func(k *plan.Key) bool { return k.Scope != scope })
		if len(keys) == 0 {
			continue
		}
		name := schema.Title(scope.String()) + "State"
		scopes = append(scopes, name)
		m.printf("\n%sexport interface %s {\n", comment("", scopeDocs[scope]), name)
		m.members(keys, m.plan.Keys, m.stored, func(k *plan.Key) bool { return k.Presence() != plan.Required })
		m.printf("}\n")
	}
	m.printf("\n%sexport type State = %s;\n", comment("", "The whole state, as JSON holds it."), strings.Join(scopes, " & "))
}

var scopeDocs = map[runtime.Scope]string{
	runtime.ScopeSession: "What is kept with one session.",
	runtime.ScopeUser:    "What all sessions of one user share.",
	runtime.ScopeApp:     "What all users and sessions share.",
	runtime.ScopeTemp:    "What lasts for one invocation, and is never stored.",
}

// stored is the type of a key's values in the state.
func (m *module) stored(k *plan.Key) string {
	typ := m.typ(k.Type, k.Constraints)
	if k.Encoding == schema.JSONString {
		return m.use("JSONText") + "<" + typ + ">"
	}
	return typ
}

// members prints keys as properties, and families as indexes. Beside has all keys that the values of
// the type may have.
func (m *module) members(keys, beside []*plan.Key, typ func(*plan.Key) string, optional func(*plan.Key) bool) {
	for _, k := range keys {
		var notes []string
		if hasPublicDefault(k) {
			notes = append(notes, "Default: "+inComment(shortened(literal(k.Default.Data)))+".")
		}
		m.printf("%s", comment("  ", k.Doc, append(notes, deprecated(k.Deprecated))...))
		switch {
		case k.IsFamily():
			m.printf("  [key: %s]: %s;\n", template(k.Family.Texts, func(int) string { return "string" }), indexed(k, beside, typ))
		case optional(k):
			m.printf("  %s?: %s;\n", property(k.Wire()), typ(k))
		default:
			m.printf("  %s: %s;\n", property(k.Wire()), typ(k))
		}
	}
}

func shortened(text string) string {
	const limit = 60
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit-1]) + "…"
	}
	return text
}

// indexed is the type of what TypeScript finds under a family's index: values of the family,
// nothing, and values of other keys that look like the family's to it.
func indexed(family *plan.Key, beside []*plan.Key, typ func(*plan.Key) string) string {
	all := []string{typ(family), "undefined"}
	if all[0] == "unknown" {
		return all[0]
	}
	pattern := loose(family.Family.Texts)
	for _, k := range beside {
		sample := k.Wire()
		if k.IsFamily() {
			sample = strings.Join(k.Family.Texts, "x")
		}
		if pattern.MatchString(sample) && !slices.Contains(all, typ(k)) {
			all = append(all, typ(k))
		}
	}
	return strings.Join(all, " | ")
}

// loose matches what a template literal type takes, whose parameters may be empty and hold anything.
func loose(texts []string) *regexp.Regexp {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = regexp.QuoteMeta(text)
	}
	return regexp.MustCompile(`(?s)^` + strings.Join(quoted, ".*") + `$`)
}

// keys prints the keys as a state has them, and functions for those of families. Sensitive keys
// are not for front ends.
func (m *module) keys() {
	m.printf("\n%sexport const keys = {\n", comment("", "The keys, as a state has them; those of a family by their parameters."))
	for _, k := range m.plan.Keys {
		if k.Sensitive {
			continue
		}
		value := quote(k.Wire())
		if k.IsFamily() {
			params := m.params[k]
			value = fmt.Sprintf("(%s: string) => %s as const", strings.Join(params, ": string, "),
				template(k.Family.Texts, func(i int) string { return params[i] }))
		}
		m.printf("%s  %s: %s,\n", comment("  ", k.Doc, deprecated(k.Deprecated)), entry(m.names.keys[k]), value)
	}
	m.printf("} as const;\n")
}

// defaults prints the defaults of keys. Those of sensitive keys stay out of front ends.
func (m *module) defaults() {
	keys := slices.DeleteFunc(slices.Clone(m.plan.Keys), func(k *plan.Key) bool { return !hasPublicDefault(k) || k.IsFamily() })
	if len(keys) == 0 {
		return
	}
	m.printf("\n%sexport const defaults = {\n", comment("", "What keys are that aren't set: { ...defaults, ...state }."))
	for _, k := range keys {
		m.printf("  %s: %s,\n", entry(k.Wire()), m.defaultOf(k))
	}
	m.printf("} satisfies Partial<State>;\n")
}

func hasPublicDefault(k *plan.Key) bool { return k.Default != nil && !k.Sensitive }

// defaultOf is the default as the state would have it.
func (m *module) defaultOf(k *plan.Key) string {
	if k.Encoding == schema.JSONString {
		return literal(k.StoredDefault())
	}
	return literal(k.Default.Data)
}
