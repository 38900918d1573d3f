package jsonschema

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// familyPattern returns a regular expression for the keys of a family, without
// those in except, that means the same in Go and in JSON Schema. That a parameter
// can't contain the text after it is said where that text is one character.
func familyPattern(k *schema.Key, except []string) (string, error) {
	texts := k.Literals()
	prefix, suffix := texts[0], texts[len(texts)-1]
	if len(except) > 0 && len(k.Params) > 1 {
		return "", fmt.Errorf("no regular expression tells the keys of the family %s from the key %s",
			diag.Quote(k.Wire()), diag.Quote(except[0]))
	}
	pattern := "^" + regexp.QuoteMeta(prefix)
	if len(except) > 0 {
		params := []string{""} // which isn't empty, either
		for _, key := range except {
			params = append(params, key[len(prefix):len(key)-len(suffix)])
		}
		return pattern + otherThan(params, stop(suffix)) + regexp.QuoteMeta(suffix) + "$", nil
	}
	for _, text := range texts[1:] {
		pattern += noneOf(stop(text)) + "+" + regexp.QuoteMeta(text)
	}
	return pattern + "$", nil
}

// stop is the character that a parameter can't contain before a text; empty if there is none.
func stop(text string) string {
	if utf8.RuneCountInString(text) == 1 {
		return text
	}
	return ""
}

// otherThan matches texts that are none of some others, and have no character of stop.
func otherThan(others []string, stop string) string {
	rests := map[rune][]string{}
	for _, other := range others {
		if first, size := utf8.DecodeRuneInString(other); size > 0 {
			rests[first] = append(rests[first], other[size:])
		}
	}
	firsts := slices.Sorted(maps.Keys(rests))
	ways := []string{noneOf(string(firsts)+stop) + noneOf(stop) + "*"}
	for _, first := range firsts {
		ways = append(ways, regexp.QuoteMeta(string(first))+otherThan(rests[first], stop))
	}
	expr := ways[0]
	if len(ways) > 1 || !slices.Contains(others, "") {
		expr = "(?:" + strings.Join(ways, "|") + ")"
	}
	if !slices.Contains(others, "") {
		expr += "?"
	}
	return expr
}

// noneOf matches one character that is none of some.
func noneOf(chars string) string {
	if chars == "" {
		return `[\d\D]`
	}
	return "[^" + classChars.Replace(chars) + "]"
}

var classChars = strings.NewReplacer(`\`, `\\`, `]`, `\]`, `^`, `\^`, `[`, `\[`, `-`, `\-`)
