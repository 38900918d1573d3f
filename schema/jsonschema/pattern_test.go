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
		{"{a}bb", nil},
		{"{a}aab", nil},
		{"a{x}aba{y}", []string{"abaaba"}},
		{"{a}", []string{"a", "ab"}},
		{"b.{a}]^-", nil},
		{"a{x}" + strings.Repeat("ab", 20), nil},
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
	bounds := []int64{math.MinInt64, -1000, -99, -1, 0, 1, 10, 57, 1234, math.MaxInt64}
	for _, low := range bounds {
		for _, high := range bounds {
			if low > high {
				continue
			}
			re := regexp.MustCompile(intPattern(low, high))
			for n := int64(-1300); n <= 1300; n++ {
				if got, want := re.MatchString(strconv.FormatInt(n, 10)), low <= n && n <= high; got != want {
					t.Fatalf("%d to %d: %s matches %d: %v", low, high, re, n, got)
				}
			}
			for _, n := range []int64{low, high} {
				if !re.MatchString(strconv.FormatInt(n, 10)) {
					t.Errorf("%d to %d: %s does not match %d", low, high, re, n)
				}
			}
		}
	}
	all := regexp.MustCompile(intPattern(math.MinInt64, math.MaxInt64))
	for _, text := range []string{"", "-0", "00", "+1", "1.0", "9223372036854775808", "-9223372036854775809", "1\n"} {
		if all.MatchString(text) {
			t.Errorf("%s matches %q", all, text)
		}
	}
}

func TestTextPatternsMeanTheSame(t *testing.T) {
	patterns := []string{base64Groups, base64One, base64Two}
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
