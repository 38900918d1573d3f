package value

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"testing"
)

func TestOpApply(t *testing.T) {
	big := "9223372036854775807"
	for name, c := range map[string]struct {
		op      Op
		current any
		want    any
	}{
		"sum":                        {Op{Kind: OpSum, Operand: 2}, 3, 5},
		"sum, nothing there":         {Op{Kind: OpSum, Operand: 2}, nil, 2},
		"sum, base":                  {Op{Kind: OpSum, Operand: 2, Base: 10}, nil, 12},
		"sum, base ignored":          {Op{Kind: OpSum, Operand: 2, Base: 10}, 1, 3},
		"sum of int64":               {Op{Kind: OpSum, Operand: int64(2)}, int64(3), 5},
		"sum of a float back whole":  {Op{Kind: OpSum, Operand: 2}, 3.0, 5},
		"sum of a json.Number":       {Op{Kind: OpSum, Operand: 2}, json.Number("3"), 5},
		"sum past exact":             {Op{Kind: OpSum, Operand: 1}, MaxExactInt, "9007199254740992"},
		"sum from text":              {Op{Kind: OpSum, Operand: -1}, "9007199254740992", MaxExactInt},
		"sum to the last int64":      {Op{Kind: OpSum, Operand: 1}, "9223372036854775806", big},
		"sum of text operand":        {Op{Kind: OpSum, Operand: "9007199254740992"}, 1, "9007199254740993"},
		"float sum":                  {Op{Kind: OpSum, Operand: 0.5}, 1, 1.5},
		"float sum stays float":      {Op{Kind: OpSum, Operand: 0.5}, 0.5, 1.0},
		"min keeps":                  {Op{Kind: OpMin, Operand: 5}, 3, 3},
		"min takes":                  {Op{Kind: OpMin, Operand: 2}, 3, 2},
		"min, nothing there":         {Op{Kind: OpMin, Operand: 2}, nil, 2},
		"min, base":                  {Op{Kind: OpMin, Operand: 2, Base: 1}, nil, 1},
		"max keeps":                  {Op{Kind: OpMax, Operand: 2}, 3, 3},
		"max takes":                  {Op{Kind: OpMax, Operand: 5.5}, 3, 5.5},
		"append":                     {Op{Kind: OpAppend, Operand: []any{2}}, []any{1}, []any{1, 2}},
		"append, typed lists":        {Op{Kind: OpAppend, Operand: []string{"b"}}, []string{"a"}, []any{"a", "b"}},
		"append, nothing there":      {Op{Kind: OpAppend, Operand: []any{2}}, nil, []any{2}},
		"append nothing":             {Op{Kind: OpAppend, Operand: []any{}}, nil, []any{}},
		"append, base":               {Op{Kind: OpAppend, Operand: []any{2}, Base: []any{0}}, nil, []any{0, 2}},
		"union":                      {Op{Kind: OpUnion, Operand: []any{2, 1, 2}}, []any{1}, []any{1, 2}},
		"union tells true from 1":    {Op{Kind: OpUnion, Operand: []any{true, "1"}}, []any{1}, []any{1, true, "1"}},
		"union of a whole float":     {Op{Kind: OpUnion, Operand: []any{1, 2}}, []any{1.0}, []any{1.0, 2}},
		"union of objects":           {Op{Kind: OpUnion, Operand: []any{map[string]any{"b": 1, "a": 2}}}, []any{map[string]any{"a": 2, "b": 1}}, []any{map[string]any{"a": 2, "b": 1}}},
		"within limits":              {Op{Kind: OpSum, Operand: 2, Limits: Limits{Min: 0, Max: 5}}, 3, 5},
		"list within limits":         {Op{Kind: OpAppend, Operand: []any{2}, Limits: Limits{MinItems: 2, MaxItems: 2, Unique: true}}, []any{1}, []any{1, 2}},
		"whole limits of a float op": {Op{Kind: OpMax, Operand: 2.5, Limits: Limits{Max: 3}}, nil, 2.5},
	} {
		t.Run(name, func(t *testing.T) {
			before := Clone(c.current)
			got, err := c.op.Apply(c.current)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Fatalf("got %#v, want %#v", got, c.want)
			}
			if !reflect.DeepEqual(c.current, before) {
				t.Fatalf("the current value was changed to %#v", c.current)
			}
		})
	}
}

func TestOpApplyFails(t *testing.T) {
	for name, c := range map[string]struct {
		op      Op
		current any
		want    string
		limit   bool
	}{
		"past int64":       {Op{Kind: OpSum, Operand: 1}, math.MaxInt64, `"": the value goes past int64 in the sum`, true},
		"past int64 below": {Op{Kind: OpSum, Operand: -1}, math.MinInt64, `"": the value goes past int64 in the sum`, true},
		"infinite":         {Op{Kind: OpSum, Operand: math.MaxFloat64}, math.MaxFloat64, `"": the value becomes infinite in the sum`, true},
		"over max":         {Op{Kind: OpSum, Operand: 1, Limits: Limits{Max: 3}}, 3, `"": the value would go above 3`, true},
		"under min":        {Op{Kind: OpMin, Operand: -0.5, Limits: Limits{Min: 0.0}}, 3, `"": the value would go below 0`, true},
		"too many":         {Op{Kind: OpUnion, Operand: []any{2}, Limits: Limits{MaxItems: 1}}, []any{1}, `"": the value would have more than 1 items`, true},
		"too few":          {Op{Kind: OpUnion, Operand: []any{1}, Limits: Limits{MinItems: 2}}, []any{1}, `"": the value would have fewer than 2 items`, true},
		"twice":            {Op{Kind: OpAppend, Operand: []any{1}, Limits: Limits{Unique: true}}, []any{1}, `"": the value would contain an item twice`, true},
		"text":             {Op{Kind: OpSum, Operand: 1}, "x", `"": the value is a string where the operation needs a whole number`, false},
		"leading zero":     {Op{Kind: OpSum, Operand: 1}, "007", `"": the value is a string where the operation needs a whole number`, false},
		"half":             {Op{Kind: OpSum, Operand: 1}, 0.5, `"": the value is a float64 where the operation needs a whole number`, false},
		"rounded already":  {Op{Kind: OpSum, Operand: 1}, float64(1 << 60), `"": the value is a float64 where the operation needs a whole number`, false},
		"list for number":  {Op{Kind: OpMax, Operand: 1.5}, []any{}, `"": the value is a []interface {} where the operation needs a number`, false},
		"number for list":  {Op{Kind: OpAppend, Operand: []any{}}, 1, `"": the value is a int where the operation needs a list`, false},
		"channel operand":  {Op{Kind: OpAppend, Operand: []any{make(chan int)}}, nil, `"": the value at [0] is a chan int; only text, numbers, booleans, lists and maps can be stored`, false},
		"no kind":          {Op{Operand: 1}, nil, "unknown merge operation OpKind(0)", false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.op.Apply(c.current)
			if err == nil || err.Error() != c.want || got != nil {
				t.Fatalf("got %#v, error %v\nwant error %s", got, err, c.want)
			}
			if errors.Is(err, ErrLimit) != c.limit {
				t.Fatalf("errors.Is(err, ErrLimit) is %v", !c.limit)
			}
		})
	}
}

// TestOpThen holds that folding two operations and applying them one after the
// other come to the same.
func TestOpThen(t *testing.T) {
	currents := []any{nil, 4, -4, 2.0}
	for _, kind := range []OpKind{OpSum, OpMin, OpMax} {
		for _, pair := range [][2]any{{1, 2}, {5, -5}, {int64(3), 3}, {MaxExactInt, 1}} {
			thenIsApplyTwice(t, Op{Kind: kind, Operand: pair[0], Base: 1}, Op{Kind: kind, Operand: pair[1], Base: 1}, currents)
		}
	}
	lists := []any{nil, []any{}, []any{1, "a"}}
	for _, kind := range []OpKind{OpAppend, OpUnion} {
		for _, pair := range [][2][]any{{{1}, {2}}, {{1, 1}, {1, "a"}}, {{}, {nil}}} {
			thenIsApplyTwice(t, Op{Kind: kind, Operand: pair[0]}, Op{Kind: kind, Operand: pair[1]}, lists)
		}
	}
}

func thenIsApplyTwice(t *testing.T, first, second Op, currents []any) {
	t.Helper()
	both, err := first.Then(second)
	if err != nil {
		t.Fatal(err)
	}
	for _, current := range currents {
		one, err := first.Apply(current)
		if err != nil {
			t.Fatal(err)
		}
		want, err := second.Apply(one)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := both.Apply(current); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s, then %s on %v: got %#v, error %v, want %#v", first, second, current, got, err, want)
		}
	}
}

func TestOpThenFails(t *testing.T) {
	for _, c := range []struct {
		first, second Op
		want          string
	}{
		{Op{Kind: OpSum, Operand: 1}, Op{Kind: OpMax, Operand: 1}, "a max cannot follow a sum on one key"},
		{Op{Kind: OpSum, Operand: 1}, Op{Kind: OpSum, Operand: 0.5}, "a int and a float64 cannot be combined in one sum"},
		{Op{Kind: OpSum, Operand: math.MaxInt64}, Op{Kind: OpSum, Operand: 1}, `"": the value goes past int64 in the sum`},
	} {
		if _, err := c.first.Then(c.second); err == nil || err.Error() != c.want {
			t.Errorf("got error %v, want %s", err, c.want)
		}
	}
}

func TestOpRefusesJSON(t *testing.T) {
	for _, v := range []any{Op{Kind: OpSum, Operand: 1}, Delta{"a": Op{Kind: OpSum, Operand: 1}}} {
		if text, err := json.Marshal(v); err == nil {
			t.Errorf("%v was encoded as %s", v, text)
		}
	}
}

func TestOpString(t *testing.T) {
	for want, op := range map[string]Op{
		"sum 1":          {Kind: OpSum, Operand: 1},
		`append ["x",2]`: {Kind: OpAppend, Operand: []any{"x", 2}},
		"max ?":          {Kind: OpMax, Operand: make(chan int)},
		"OpKind(9) 1":    {Kind: 9, Operand: 1},
	} {
		if got := op.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
