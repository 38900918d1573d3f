package jsonschema

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

func TestFamilyPattern(t *testing.T) {
	for _, test := range []struct {
		family string
		except []string
	}{
		{"order_{id}", nil},
		{"order_{id}", []string{"order_total", "order_t"}},
		{"{a}_{b}", nil},
		{"{a}", []string{"a", "ab"}},
		{"{a}_", []string{"a_", "ab_"}},
		{"b.{a}]", nil},
		{"{a}^{b}-", nil},
	} {
		k := familyOf(t, test.family)
		pattern, err := familyPattern(k, test.except)
		if err != nil {
			t.Fatal(err)
		}
		if d := Differs(pattern); d != nil {
			t.Errorf("%q: %s means different things: %s", test.family, pattern, d.Problem)
		}
		re := regexp.MustCompile(pattern)
		family := typed.NewFamily(k.Wire(), k.Literals())
		for range 5_000 {
			key := randomKey(test.family)
			_, matches := family.Match(key)
			want := matches && !slices.Contains(test.except, key)
			if got := re.MatchString(key); got != want {
				t.Fatalf("%q: %s matches %q: %v, want %v", test.family, pattern, key, got, want)
			}
		}
	}
}

// randomKey mixes the characters and pieces of a family.
func randomKey(family string) string {
	pieces := strings.FieldsFunc(family, func(r rune) bool { return r == '{' || r == '}' })
	pieces = append(pieces, strings.Split(strings.Join(pieces, ""), "")...)
	pieces = append(pieces, "order_", "order_t", "total", "\n", "é", "a", "b", "ab")
	var b strings.Builder
	for range 1 + rand.IntN(6) {
		b.WriteString(pieces[rand.IntN(len(pieces))])
	}
	return b.String()
}

func TestIntPattern(t *testing.T) {
	re := regexp.MustCompile(intPattern)
	for _, n := range []int64{math.MinInt64, -1000, -1, 0, 1, 10, 1234, math.MaxInt64} {
		if !re.MatchString(strconv.FormatInt(n, 10)) {
			t.Errorf("%d is not matched", n)
		}
	}
	for _, text := range []string{"", "-0", "00", "+1", "1.0", "12345678901234567890", "1\n"} {
		if re.MatchString(text) {
			t.Errorf("%q is matched", text)
		}
	}
}

func TestTextPatternsMeanTheSame(t *testing.T) {
	patterns := []string{intPattern, base64Groups, base64One, base64Two}
	for _, s := range schema.Scalars() {
		patterns = append(patterns, s.Pattern)
	}
	for _, pattern := range patterns {
		if d := Differs(pattern); d != nil {
			t.Errorf("%s: %s", pattern, d.Problem)
		}
	}
}

// familyOf parses a family of the session's keys.
func familyOf(t *testing.T, pattern string) *schema.Key {
	t.Helper()
	k := &schema.Key{Name: pattern}
	for _, m := range regexp.MustCompile(`\{\w+\}`).FindAllStringIndex(pattern, -1) {
		k.Params = append(k.Params, schema.Param{Name: pattern[m[0]+1 : m[1]-1], Start: m[0], End: m[1]})
	}
	return k
}
