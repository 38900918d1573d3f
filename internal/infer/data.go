package infer

import (
	"encoding/json"
	"regexp"
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
func fromData(data []Stored, code []observation) []observation {
	known := codeTypes(code)
	families := codeFamilies(code)
	type seen struct{ key, source, typ string }
	once := map[seen]bool{}
	var list []observation
	for _, s := range data {
		o := observation{key: familyKey(s.Key, families), kind: stored, place: s.Source}
		o.describe(s.Value, known[o.key])
		id := seen{o.key, s.Source, describeTypes(o)}
		if !once[id] {
			once[id] = true
			list = append(list, o)
		}
	}
	return list
}

func describeTypes(o observation) string {
	var b strings.Builder
	for _, t := range append(o.types, o.decoded...) {
		b.WriteString(t.shown() + string(rune('0'+t.base)))
	}
	return b.String()
}

// codeTypes are the keys whose types the source tells.
func codeTypes(code []observation) map[string]bool {
	known := map[string]bool{}
	for _, o := range code {
		if len(o.types)+len(o.decoded) > 0 || o.kind == output {
			known[o.key] = true
		}
	}
	return known
}

// describe finds the type of a stored value. Null means that nothing is set.
func (o *observation) describe(value any, known bool) {
	s, isText := value.(string)
	switch {
	case value == nil:
		o.presence = source.Tolerated
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
		return typ{base: whole}
	case []any:
		elem := typeOfAll(v)
		return typ{base: list, elem: &elem}
	case map[string]any:
		var values []any
		for _, e := range v {
			values = append(values, e)
		}
		elem := typeOfAll(values)
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
		if strings.Contains(o.key, hole) && families[o.key] == nil {
			families[o.key] = regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(o.key), hole, "(.+)") + "$")
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
