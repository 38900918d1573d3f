package infer

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/internal/source"
)

// Stored is the value of a key as it was found in data.
type Stored struct {
	Key    string // with its prefix
	Value  any    // as encoding/json reads it, numbers as json.Number
	Source string // what comments call the data, such as a file's name
}

// fromData turns stored values into observations. Where code tells the type
// of a key, text that could be more than text is text.
func fromData(data []Stored, code []observation) (list []observation) {
	known := map[string]bool{}
	for _, o := range code {
		known[o.Key] = known[o.Key] || len(o.types)+len(o.decoded) > 0 || o.Kind == source.Output
	}
	families := codeFamilies(code)
	type seen struct{ key, source, typ string }
	once := map[seen]bool{}
	for _, s := range data {
		o := observation{place: s.Source}
		o.Key, o.Kind = familyKey(s.Key, families), stored
		o.describe(s.Value, known[o.Key])
		id := seen{o.Key, s.Source, ""}
		for _, t := range slices.Concat(o.types, o.decoded) {
			id.typ += t.shown() + string(rune('0'+t.base))
		}
		if !once[id] {
			once[id] = true
			list = append(list, o)
		}
	}
	return list
}

// describe finds the type of a stored value. Null means that nothing is set.
func (o *observation) describe(value any, known bool) {
	s, isText := value.(string)
	switch {
	case value == nil:
		o.Evidence.Presence = source.Tolerated
	case isText && !known && isJSONText(s):
		var inner any
		if decode(strings.NewReader(s), &inner) == nil {
			o.types, o.decoded = []typ{{base: text}}, []typ{typeOfValue(inner)}
		}
	case isText && known:
		o.types = []typ{{base: text}}
	default:
		o.types = []typ{typeOfValue(value)}
	}
}

// isJSONText reports whether a string holds an object or a list as JSON.
func isJSONText(s string) bool {
	s = strings.TrimSpace(s)
	return (strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[")) && json.Valid([]byte(s))
}

func typeOfValue(value any) typ {
	switch v := value.(type) {
	case string:
		if _, err := time.Parse(time.RFC3339Nano, v); err == nil {
			return typ{base: momentText}
		}
		return typ{base: text}
	case bool:
		return typ{base: boolean}
	case json.Number:
		if strings.ContainsAny(v.String(), ".eE") {
			return typ{base: real}
		}
		return typ{base: integer}
	case []any:
		elem := typeOfAll(v)
		return typ{base: list, elem: &elem}
	case map[string]any:
		elem := typeOfAll(slices.Collect(maps.Values(v)))
		return typ{base: mapping, elem: &elem}
	}
	return typ{}
}

// typeOfAll is the one type of all values; unknown if they differ.
func typeOfAll(values []any) typ {
	var all []typ
	for _, v := range values {
		if v == nil {
			return typ{}
		}
		all = append(all, typeOfValue(v))
	}
	if t, sure := mergeAll(all); sure {
		return t
	}
	return typ{}
}

// codeFamilies are the keys with unknown parts that the source builds.
func codeFamilies(code []observation) map[string]*regexp.Regexp {
	families := map[string]*regexp.Regexp{}
	for _, o := range code {
		if strings.Contains(o.Key, hole) && families[o.Key] == nil {
			families[o.Key] = regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(o.Key), hole, "(.+)") + "$")
		}
	}
	return families
}

// familyKey is the family that a stored key is a member of, the one with the
// longest text; or the key itself.
func familyKey(key string, families map[string]*regexp.Regexp) string {
	best := ""
	for family, form := range families {
		if form.MatchString(key) && (len(family) > len(best) || len(family) == len(best) && family < best) {
			best = family
		}
	}
	if best == "" || strings.ReplaceAll(best, hole, "") == "" {
		return key
	}
	return best
}
