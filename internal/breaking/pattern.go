package breaking

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/schema"
)

// This file makes texts that a pattern matches: a plain one, and for each part of the pattern those in
// which it alone is at one of its edges, or at one of the edges of another pattern.

const (
	mostTexts = 1000 // that are tried for a part of a pattern
	keptTexts = 40   // that differ for the other form, and others
)

// patternTexts are texts that a string's pattern matches: some and, if there are any, ones that the other form
// refuses for its pattern or its length.
func (m *maker) patternTexts(from, to form) []string {
	if to.typ.Kind != schema.String {
		to = form{typ: to.typ}
	}
	if from.Pattern == nil && to.Pattern == nil {
		return nil
	}
	id := fmt.Sprint(constraints(from.Constraints), "\x00", constraints(to.Constraints))
	texts, known := m.patterns[id]
	if !known {
		texts = textsOf(from, to)
		m.patterns[id] = texts
	}
	return texts
}

func textsOf(from, to form) []string {
	e := &edges{alphabet: []rune("a0 A_-.xZ9é\n"), counts: append([]int{1, 2}, lengths(from, to)...)}
	var parsed []*syntax.Regexp
	for _, p := range []*schema.Pattern{from.Pattern, to.Pattern} {
		if p == nil {
			continue
		}
		re, err := syntax.Parse(p.Expr, syntax.Perl)
		if err != nil {
			panic(err) // the schema's loader has tried it
		}
		e.collect(re)
		parsed = append(parsed, re.Simplify())
	}
	takes, alsoTakes := matcher(from), matcher(to)
	var plain, other []string
	for _, re := range parsed {
		for _, text := range e.of(re) {
			for _, around := range []string{text, "a" + text, text + "a", text + "\n"} {
				switch {
				case len(around) > longText || !takes(around):
				case alsoTakes(around):
					plain = append(plain, around)
				default:
					other = append(other, around)
				}
			}
		}
	}
	return append(plain[:min(len(plain), keptTexts)], other[:min(len(other), keptTexts)]...)
}

// matcher tells which texts a form has.
func matcher(f form) func(string) bool {
	matches := func(string) bool { return true }
	if f.Pattern != nil {
		matches = regexp.MustCompile(f.Pattern.Expr).MatchString // the schema's loader has tried it
	}
	return func(text string) bool {
		n := utf8.RuneCountInString(text)
		isLong := f.MinLength == nil || n >= f.MinLength.N
		isShort := f.MaxLength == nil || n <= f.MaxLength.N
		return isLong && isShort && matches(text)
	}
}

// edges are what tells the texts of two patterns apart.
type edges struct {
	alphabet []rune
	counts   []int // of repetitions
}

// collect adds what tells the ranges of a pattern's characters apart, and how often its parts are repeated.
func (e *edges) collect(re *syntax.Regexp) {
	if re.Op == syntax.OpRepeat {
		e.counts = append(e.counts, re.Min, re.Min+1, re.Max, re.Max+1)
	}
	for _, r := range re.Rune {
		for _, near := range []rune{r, r - 1, r + 1, unicode.SimpleFold(r)} {
			if near > 0 && near <= unicode.MaxRune && !slices.Contains(e.alphabet, near) && len(e.alphabet) < 80 {
				e.alphabet = append(e.alphabet, near)
			}
		}
	}
	for _, sub := range re.Sub {
		e.collect(sub)
	}
}

// of are texts for a part of a pattern, the plainest first.
func (e *edges) of(re *syntax.Regexp) []string {
	list := []string{}
	switch re.Op {
	case syntax.OpLiteral:
		list = append(list, string(re.Rune), strings.ToUpper(string(re.Rune)))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		list = e.between(0, unicode.MaxRune)
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			list = append(list, e.between(re.Rune[i], re.Rune[i+1])...)
		}
	case syntax.OpCapture:
		return e.of(re.Sub[0])
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			list = append(list, e.of(sub)...)
		}
	case syntax.OpConcat:
		list = e.concatenated(re.Sub)
	case syntax.OpQuest:
		list = append([]string{""}, e.of(re.Sub[0])...)
	case syntax.OpStar, syntax.OpPlus:
		some := e.of(re.Sub[0])
		for _, n := range e.counts {
			if n >= 0 && n*len(some[0]) <= longText {
				list = append(list, strings.Repeat(some[0], n))
			}
		}
		list = append(list, some[1:]...)
	}
	if len(list) == 0 {
		return []string{""}
	}
	return list[:min(len(list), mostTexts)]
}

func (e *edges) between(low, high rune) (list []string) {
	for _, r := range e.alphabet {
		if low <= r && r <= high {
			list = append(list, string(r))
		}
	}
	return list
}

// concatenated varies one part at a time, and some with those before.
func (e *edges) concatenated(parts []*syntax.Regexp) []string {
	list := []string{""}
	for _, part := range parts {
		before, some := slices.Clone(list[:min(len(list), 10)]), e.of(part)
		for i := range list {
			list[i] += some[0]
		}
		for _, b := range before {
			for _, text := range some[1:] {
				list = append(list, b+text)
			}
		}
		list = list[:min(len(list), mostTexts)]
	}
	return list
}
