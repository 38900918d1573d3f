package infer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/runtime"
)

// foldFamilies decides which keys with an unknown part are families. Where all
// that can fill the part is known, the keys are those; otherwise these keys
// are members of the family, and no keys of their own.
func foldFamilies(list []observation) []observation {
	concrete, open := map[string]bool{}, map[string]bool{}
	for _, o := range list {
		switch {
		case o.Test:
		case o.Builder != "" && !strings.Contains(o.Key, hole):
			concrete[o.Builder] = true
		case strings.Contains(o.Key, hole) && !o.Passed:
			open[o.Key] = true
			open[o.Builder] = true
		}
	}
	var out []observation
	for _, o := range list {
		known := concrete[o.Builder] && !open[o.Builder]
		switch partial := strings.Contains(o.Key, hole); {
		case partial && concrete[o.Key] && !open[o.Key]:
			continue
		case !partial && o.Builder != "" && !known:
			o.Key = o.Builder
		}
		out = append(out, o)
	}
	return out
}

// unnameable says why no part of a schema can name a key; empty if one can.
func unnameable(key string) string {
	switch _, name := runtime.ParseKey(key); {
	case name == "":
		return "it has no name"
	case strings.ContainsFunc(name, unicode.IsControl):
		return "there are control characters in its name"
	case len(strconv.Quote(name)) > longestName:
		return "its name is too long for YAML, which wants the colon behind it within 1,024 characters"
	}
	return ""
}

// longestName is that of a quoted name, and leaves room for the prefix of its
// scope and the names of its parameters.
const longestName = 700

// setName finds scope, name and parameters; false if no schema can have such a
// key.
func (k *Key) setName() bool {
	scope, name := runtime.ParseKey(k.wire)
	k.scope = scope
	if strings.ContainsAny(name, "{}") {
		return false
	}
	k.odd = strings.ContainsFunc(strings.ReplaceAll(name, hole, ""), isOdd) || unicode.IsDigit([]rune(name)[0])
	k.params = params(strings.Count(name, hole))
	for _, p := range k.params {
		name = strings.Replace(name, hole, "{"+p+"}", 1)
	}
	k.name = name
	return true
}

func isOdd(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// params names the parameters of a family.
func params(n int) (names []string) {
	for i := range n {
		name := "id"
		if i > 0 {
			name = fmt.Sprintf("id%d", i+1)
		}
		names = append(names, name)
	}
	return names
}

// literal is what of a key is known.
func (k *Key) literal() string {
	_, name := runtime.ParseKey(k.wire)
	return strings.ReplaceAll(name, hole, "")
}

// withoutCatchAll leaves out a family that stands for every key of a scope, if
// others of the scope are known: it says nothing.
func withoutCatchAll(keys []*Key) []*Key {
	others := map[runtime.Scope]bool{}
	for _, k := range keys {
		if k.literal() != "" {
			others[k.scope] = true
		}
	}
	return slices.DeleteFunc(keys, func(k *Key) bool {
		return k.literal() == "" && (others[k.scope] || k.scope == runtime.ScopeSession)
	})
}

// withoutOverlap keeps, of two families that could stand for one key, the one
// with the longer text, and makes the other a pattern of foreign keys.
func withoutOverlap(keys []*Key, foreign []string) ([]*Key, []string) {
	for i := 0; i < len(keys); i++ {
		for j := i + 1; j < len(keys); j++ {
			if !keys[i].overlaps(keys[j]) {
				continue
			}
			loser := j
			if len(keys[i].literal()) < len(keys[j].literal()) {
				loser = i
			}
			foreign = append(foreign, pattern(keys[loser].wire))
			keys = slices.Delete(keys, loser, loser+1)
			i, j = -1, len(keys)
		}
	}
	return keys, foreign
}

// patternEscapes are for path.Match.
var patternEscapes = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`)

// pattern is what "foreign" calls a key that can't be declared.
func pattern(wire string) string {
	return strings.ReplaceAll(patternEscapes.Replace(wire), hole, "*")
}

// overlaps reports whether two families might stand for one key; when in
// doubt, they do.
func (k *Key) overlaps(other *Key) bool {
	if len(k.params) == 0 || len(other.params) == 0 {
		return false
	}
	a, b := strings.Split(k.wire, hole), strings.Split(other.wire, hole)
	return alike(a[0], b[0], strings.HasPrefix) && alike(a[len(a)-1], b[len(b)-1], strings.HasSuffix)
}

func alike(a, b string, holds func(s, part string) bool) bool { return holds(a, b) || holds(b, a) }
