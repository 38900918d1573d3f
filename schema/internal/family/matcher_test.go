package family

import (
	"regexp"
	"testing"

	"github.com/seed92179c4c/stategen/schema"
)

// familyOf parses a family of the session's keys.
func familyOf(t *testing.T, pattern string) *schema.Key {
	t.Helper()
	k := &schema.Key{Name: pattern}
	for _, m := range regexp.MustCompile(`\{\w+\}`).FindAllStringIndex(pattern, -1) {
		k.Params = append(k.Params, schema.Param{Name: pattern[m[0]+1 : m[1]-1], Start: m[0], End: m[1]})
	}
	return k
}

func TestCommonKey(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"order_{id}", "order_{id}", "order_x"},
		{"order_{id}", "order_{id}_item", "order_x_item"},
		{"order_{id}", "{name}_note", "order_note"},
		{"a_{x}_b", "a_{x}_c", ""},
		{"a_{x}", "b_{x}", ""},
		{"a{x}y", "a{x}y{z}y", ""},
		{"{a}_{b}", "{a}_{b}_{c}", "x_x_x"},
		{"{a}", "{a}b", "xb"},
		{"p{a}aab", "p{a}ab", "pxaab"},
		{"{a}bb", "{a}bbc", ""},
		{"x{a}x", "xx{b}", ""},
		{"{a}_{b}", "user:{c}", "user:_x"},
	} {
		got, ok := newComparer(1_000_000).commonKey(familyOf(t, test.a), familyOf(t, test.b))
		if got != test.want || ok != (test.want != "") {
			t.Errorf("commonKey(%q, %q) = %q, %v, want %q", test.a, test.b, got, ok, test.want)
		}
	}
}

func TestMatcher(t *testing.T) {
	for _, test := range []struct {
		family, key string
		want        bool
	}{
		{"order_{id}", "order_1", true},
		{"order_{id}", "order_", false},
		{"order_{id}", "Order_1", false},
		{"{a}_{b}", "x_y_z", true},
		{"{a}_{b}", "_y", false},
		{"{a}_{b}", "__y", false},
		{"{a}_{b}", "x_", false},
		{"{a}bb", "abb", true},
		{"{a}bb", "bbb", false},
		{"{a}bb", "abbb", false},
		{"{a}aab", "aaab", true},
		{"{a}aab", "aab", false},
	} {
		if got := NewMatcher(familyOf(t, test.family)).Matches(test.key); got != test.want {
			t.Errorf("%q matches %q: %v, want %v", test.family, test.key, got, test.want)
		}
	}
}
