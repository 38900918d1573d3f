package typed_test

import (
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/typed"
)

func TestFamilyMatch(t *testing.T) {
	f := typed.NewFamily("a_{x}_b_{y}", []string{"a_", "_b_", ""}, "a_1_b_own")
	for key, want := range map[string][]string{
		"a_1_b_2": {"1", "2"}, "a_1_b_2_b_3": {"1", "2_b_3"}, "a__b_2": nil, "a_1_b_": nil, "a_1": nil, "b_1_b_2": nil, "a_1_b_own": nil, "": nil,
	} {
		got, ok := f.Match(key)
		if !slices.Equal(got, want) || ok != (want != nil) {
			t.Errorf("%q gives %q, %v", key, got, ok)
		}
	}
}

// FuzzFamily holds that a key which was built gives its parameters back.
func FuzzFamily(f *testing.F) {
	f.Add("order_", "_", "", "1", "2")
	f.Add("", "aa", "aa", "xa", "a")
	f.Fuzz(func(t *testing.T, first, between, last, p, q string) {
		if between == "" {
			return
		}
		family := typed.NewFamily("pattern", []string{first, between, last})
		key, err := family.Key(p, q)
		if err != nil {
			return
		}
		if got, ok := family.Match(key); !ok || !slices.Equal(got, []string{p, q}) {
			t.Errorf("%q and %q make %q, which gives %q", p, q, key, got)
		}
	})
}
