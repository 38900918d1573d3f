package value

import (
	"errors"
	"reflect"
	"testing"
)

func TestDeltaMergeFoldsInCallOrder(t *testing.T) {
	sum := func(n int) Op { return Op{Kind: OpSum, Operand: n, Base: 10, Old: []string{"old"}} }
	for name, c := range map[string]struct {
		change func(Delta) error
		want   Delta
	}{
		"one":            {func(d Delta) error { return d.Merge("n", sum(1)) }, Delta{"n": sum(1)}},
		"two":            {func(d Delta) error { return errors.Join(d.Merge("n", sum(1)), d.Merge("n", sum(2))) }, Delta{"n": sum(3)}},
		"set, then sum":  {func(d Delta) error { d.Set("n", 5); return d.Merge("n", sum(1)) }, Delta{"n": 6, "old": nil}},
		"unset, sum":     {func(d Delta) error { d.Set("n", nil); return d.Merge("n", sum(1)) }, Delta{"n": 11, "old": nil}},
		"sum, then set":  {func(d Delta) error { err := d.Merge("n", sum(1)); d.Set("n", 5); return err }, Delta{"n": 5, "old": nil}},
		"old name given": {func(d Delta) error { d.Set("old", 1); d.Set("n", 5); return d.Merge("n", sum(1)) }, Delta{"n": 6, "old": 1}},
	} {
		d := Delta{}
		if err := c.change(d); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !reflect.DeepEqual(d, c.want) {
			t.Errorf("%s: got %v, want %v", name, d, c.want)
		}
	}
	d := Delta{"n": "text"}
	err := d.Merge("n", sum(1))
	if want := `"n": the value is a string where the operation needs a whole number`; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	if !reflect.DeepEqual(d, Delta{"n": "text"}) {
		t.Errorf("a failed merge changed the delta: %v", d)
	}
}

func TestDeltaResolve(t *testing.T) {
	state := MapState{"n": 3.0, "old": []string{"a"}, "other": 1}
	d := Delta{
		"n":    Op{Kind: OpSum, Operand: 1},
		"list": Op{Kind: OpAppend, Operand: []any{"b"}, Old: []string{"older", "old"}},
		"m":    Op{Kind: OpMax, Operand: 1, Base: 5},
		"set":  []string{"x"}, "gone": nil,
	}
	got, err := d.Resolve(state)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"n": 4, "list": []any{"a", "b"}, "older": nil, "old": nil, "m": 5, "set": []any{"x"}, "gone": nil}
	if !reflect.DeepEqual(map[string]any(got), want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	_, err = Delta{"a": make(chan int), "b": Op{Kind: OpSum, Operand: 1}, "c": 1}.Resolve(MapState{"b": "text"})
	const problems = "\"a\": the value is a chan int; only text, numbers, booleans, lists and maps can be stored\n" +
		"\"b\": the value is a string where the operation needs a whole number"
	if err == nil || err.Error() != problems {
		t.Fatalf("got error %v, want %s", err, problems)
	}
}

// brokenState can't be read.
type brokenState struct{ MapState }

var errBroken = errors.New("the database is away")

func (brokenState) Get(string) (any, error) { return nil, errBroken }

func TestDeltaResolveNeverTakesFailureForMissing(t *testing.T) {
	_, err := Delta{"n": Op{Kind: OpSum, Operand: 1, Base: 5}}.Resolve(brokenState{})
	if !errors.Is(err, errBroken) {
		t.Fatalf("got error %v", err)
	}
	if err := Merge(brokenState{MapState{}}, "n", Op{Kind: OpSum, Operand: 1}); !errors.Is(err, errBroken) {
		t.Fatalf("got error %v", err)
	}
}

func TestMergeOnPlainState(t *testing.T) {
	state := MapState{"old": 4}
	op := Op{Kind: OpSum, Operand: 1, Base: 100, Old: []string{"old"}}
	for range 2 {
		if err := Merge(state, "n", op); err != nil {
			t.Fatal(err)
		}
	}
	if want := (MapState{"n": 6}); !reflect.DeepEqual(state, want) {
		t.Fatalf("got %v, want %v", state, want)
	}
}

func TestDeltaSplit(t *testing.T) {
	got := Delta{"a": 1, "user:a": 2, "app:a": 3, "temp:a": 4, "relay:a": 5}.Split()
	want := [4]Delta{
		ScopeSession: {"a": 1, "relay:a": 5}, ScopeUser: {"a": 2}, ScopeApp: {"a": 3}, ScopeTemp: {"a": 4},
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}
