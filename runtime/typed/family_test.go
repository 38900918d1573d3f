package typed_test

import (
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// TestFamilyLeavesOtherParametersAlone holds that a key has no old name that stands
// for other parameters: p-1-2-3 is that of 1 and 2-3.
func TestFamilyLeavesOtherParametersAlone(t *testing.T) {
	f := typed.NewFamily("ord_{a}_{b}", []string{"ord_", "_", ""}).Formerly("p-", "-", "").Formerly("q.", ".", "")
	op := runtime.Op{Was: []runtime.Was{{Name: 1, Drop: true}, {Name: 2, Item: runtime.IntItem}, {Drop: true}}}
	for _, c := range []struct {
		key             string
		moves, old      []string
		ofFirst, second int // the number of an entry's name
	}{
		{"ord_1_2-3", []string{"p-1-2-3", "q.1.2-3"}, []string{"p-1-2-3", "q.1.2-3"}, 1, 2},
		{"ord_1-2_3", []string{"", "q.1-2.3"}, []string{"q.1-2.3"}, -1, 1},
		{"ord_1-.2_3", []string{"", ""}, nil, -1, -1},
	} {
		if got := f.Moves(c.key).Names; !slices.Equal(got, c.moves) {
			t.Errorf("%s: the other names are %q", c.key, got)
		}
		got := f.Op(op, c.key)
		number := func(of runtime.Was) int {
			i := slices.IndexFunc(got.Was, func(w runtime.Was) bool { return w.Drop == of.Drop && w.Item == of.Item && w.Name > 0 })
			if i < 0 {
				return -1
			}
			return got.Was[i].Name
		}
		if first, second := number(op.Was[0]), number(op.Was[1]); !slices.Equal(got.Old, c.old) || first != c.ofFirst || second != c.second {
			t.Errorf("%s: the operation is %+v", c.key, got)
		}
	}
}

// TestMovesWithoutAName holds that reads and writes pass over a name that there is
// not.
func TestMovesWithoutAName(t *testing.T) {
	s := runtime.MapState(map[string]any{"q.1-2.3": 5, "p-1-2-3": 7})
	m := typed.NewFamily("ord_{a}_{b}", []string{"ord_", "_", ""}).Formerly("p-", "-", "").Formerly("q.", ".", "").Moves("ord_1-2_3")
	if got, err := m.From(s).Get(m.Key); err != nil || got != 5 {
		t.Fatal(got, err)
	}
	if err := m.To(s).Set(m.Key, 6); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Get("p-1-2-3"); err != nil || got != 7 {
		t.Error(got, err)
	}
	if got, err := s.Get("q.1-2.3"); err == nil {
		t.Error("still set:", got)
	}
}

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
