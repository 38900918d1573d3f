package schema

import (
	"testing"
)

// familyOf parses a family of the session's keys.
func familyOf(t *testing.T, pattern string) *Key {
	t.Helper()
	l := &loader{report: &report{}}
	k := &Key{Name: pattern}
	f := &file{src: testSource(pattern)}
	if !l.family(k, &node{text: pattern, file: f, span: f.span(0, len(pattern))}, 0) {
		t.Fatalf("%q is no family: %v", pattern, l.list)
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
		{"x{a}x", "xx{b}", "xxx"},
	} {
		got, ok := newComparer().commonKey(familyOf(t, test.a), familyOf(t, test.b))
		if got != test.want || ok != (test.want != "") {
			t.Errorf("commonKey(%q, %q) = %q, %v, want %q", test.a, test.b, got, ok, test.want)
		}
	}
}
