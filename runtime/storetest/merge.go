package storetest

import (
	"errors"
	"math"

	"github.com/seed92179c4c/stategen/runtime"
)

var mergeTests = []test{
	{"EveryKind", everyKind},
	{"LostByNobody", func(e *env) {
		s := e.create(map[string]any{"user:n": 10})
		first, second := e.get(), e.get()
		e.append(first, runtime.Delta{"user:n": sum(1), "l": appendTo("a")})
		e.append(second, runtime.Delta{"user:n": sum(2), "l": appendTo("b")})
		e.wantState(first, map[string]any{"user:n": 11, "l": []any{"a"}})
		e.wantStored(second, map[string]any{"user:n": 13, "l": []any{"a", "b"}})
		e.wantState(s, map[string]any{"user:n": 10})
	}},
	{"BaseOldNamesAndLimits", baseOldNamesAndLimits},
	{"OlderForms", olderForms},
	{"FailureWritesNothing", func(e *env) {
		s := e.create(map[string]any{"text": "x", "n": whole(math.MaxInt64), "list": 1})
		for name, bad := range map[string]runtime.Delta{
			"sum of text":        {"text": sum(1)},
			"past int64":         {"n": sum(1)},
			"append to a number": {"list": appendTo(1)},
			"no operand":         {"x": runtime.Op{Kind: runtime.OpSum}},
			"no kind":            {"x": runtime.Op{Operand: 1}},
			"NaN":                {"x": sum(math.NaN())},
			"list for a sum":     {"x": sum([]any{1})},
			"number for a list":  {"x": runtime.Op{Kind: runtime.OpAppend, Operand: 1}},
			"foreign old name":   {"x": runtime.Op{Kind: runtime.OpSum, Operand: 1, Old: []string{"user:x"}}},
		} {
			bad["good"], bad["user:good"], bad["user:n"] = 1, 1, sum(1)
			if err := e.tryAppend(s, bad); err == nil {
				e.Errorf("%s was accepted", name)
			}
		}
		e.wantStored(s, map[string]any{"text": "x", "n": whole(math.MaxInt64), "list": 1})
		e.same("events", s.Events().Len()+e.get().Events().Len(), 0)
	}},
	{"NotInInitialState", func(e *env) {
		_, err := e.svc.Create(e.Context(), runtime.CreateRequest{
			AppName: app, UserID: user, SessionID: id, State: map[string]any{"n": sum(1)}})
		e.wantArgument(err, "the call")
	}},
}

func everyKind(e *env) {
	op := func(kind runtime.OpKind, operand any) runtime.Op { return runtime.Op{Kind: kind, Operand: operand} }
	for _, scope := range []string{"", "user:", "app:"} {
		s := e.createAs("kinds"+scope, user, id, map[string]any{scope + "cleared": 5})
		e.append(s, runtime.Delta{scope + "cleared": nil})
		for range 2 {
			e.append(s, runtime.Delta{
				scope + "sum":     sum(3),
				scope + "float":   sum(0.5),
				scope + "min":     op(runtime.OpMin, 4),
				scope + "max":     op(runtime.OpMax, -4.5),
				scope + "append":  appendTo("a", map[string]any{"x": 1}),
				scope + "union":   union(1, true, "1", 1.0, nil),
				scope + "cleared": sum(1),
				scope + "big":     sum(int64(runtime.MaxExactInt)),
			})
		}
		e.append(s, runtime.Delta{scope + "min": op(runtime.OpMin, 2), scope + "max": op(runtime.OpMax, 7.5), scope + "union": union(2, true)})
		e.wantStored(s, map[string]any{
			scope + "sum": 6, scope + "float": 1.0, scope + "min": 2, scope + "max": 7.5,
			scope + "append":  []any{"a", map[string]any{"x": 1}, "a", map[string]any{"x": 1}},
			scope + "union":   []any{1, true, "1", nil, 2},
			scope + "cleared": 2,
			scope + "big":     "18014398509481982", // past what every reader keeps exactly
		})
	}
}

// olderForms merges with values that an earlier schema stored. What happens must be
// the same again when the events are replayed.
func olderForms(e *env) {
	item := func(kind runtime.OpKind, item runtime.ItemKind, name int) runtime.Op {
		op := runtime.Op{Kind: kind, Operand: []any{"b"}, Was: []runtime.Was{{Name: name, Item: item}}}
		if name > 0 {
			op.Old = []string{"seat"}
		}
		return op
	}
	rows := item(runtime.OpAppend, runtime.ListItem, 1)
	rows.Operand, rows.Old = []any{[]any{"b"}}, []string{"row"}
	words := runtime.Op{
		Kind: runtime.OpUnion, Operand: []any{"pay"}, Renamed: map[string]string{"payment": "pay"}, Limits: runtime.Limits{Unique: true},
	}
	dropped := runtime.Op{Kind: runtime.OpSum, Operand: 1, Base: 10, Old: []string{"total"}, Was: []runtime.Was{{Drop: true}}}
	s := e.create(map[string]any{
		"seat": "a", "row": []any{"a"}, "own": "a", "list": []any{"a"}, "words": []any{"search", "payment"}, "dropped": "x", "total": 5, "n": "5",
	})
	merged := e.append(s, runtime.Delta{
		"seats": item(runtime.OpAppend, runtime.TextItem, 1), "rows": rows, "own": item(runtime.OpUnion, runtime.TextItem, 0),
		"list": item(runtime.OpAppend, runtime.AnyItem, 0), "words": words, "dropped": dropped, "n": sum(1),
	})
	want := map[string]any{
		"seats": []any{"a", "b"}, "rows": []any{[]any{"a"}, []any{"b"}}, "own": []any{"a", "b"},
		"list": []any{"a", "b"}, "words": []any{"search", "pay"}, "dropped": 6, "n": 6,
	}
	e.wantStored(s, want)
	e.append(s, runtime.Delta{"seats": nil, "words": nil, "dropped": 0})
	e.wantState(e.getWith(runtime.GetRequest{AsOf: merged.ID}), want)
	for name, value := range map[string]any{"number": 5, "object": map[string]any{}} {
		e.append(s, runtime.Delta{"bad": value})
		if err := e.tryAppend(s, runtime.Delta{"bad": item(runtime.OpAppend, runtime.TextItem, 0)}); err == nil {
			e.Errorf("a %s counted as an item of a list of texts", name)
		}
	}
	for name, op := range map[string]runtime.Op{
		"no such old name": {Kind: runtime.OpAppend, Operand: []any{"b"}, Was: []runtime.Was{{Name: 1, Item: runtime.TextItem}}},
		"no such kind":     {Kind: runtime.OpAppend, Operand: []any{"b"}, Was: []runtime.Was{{Item: "texts"}}},
		"NUL":              {Kind: runtime.OpAppend, Operand: []any{"b"}, Renamed: map[string]string{"a": "\x00"}},
	} {
		if err := e.tryAppend(s, runtime.Delta{"x": op}); err == nil {
			e.Errorf("%s was accepted", name)
		}
	}
}

func baseOldNamesAndLimits(e *env) {
	s := e.create(map[string]any{"older": 7, "user:old": []any{"x"}})
	e.append(s, runtime.Delta{
		"n":         runtime.Op{Kind: runtime.OpSum, Operand: 1, Base: 100, Old: []string{"old", "older"}},
		"fresh":     runtime.Op{Kind: runtime.OpSum, Operand: 1, Base: 100},
		"user:list": runtime.Op{Kind: runtime.OpAppend, Operand: []any{"y"}, Old: []string{"user:old"}},
	})
	want := map[string]any{"n": 8, "fresh": 101, "user:list": []any{"x", "y"}}
	e.wantStored(s, want)
	for name, op := range map[string]runtime.Op{
		"n":         {Kind: runtime.OpSum, Operand: 3, Limits: runtime.Limits{Max: 10}},
		"fresh":     {Kind: runtime.OpSum, Operand: -200, Limits: runtime.Limits{Min: 0}},
		"user:list": {Kind: runtime.OpAppend, Operand: []any{"x"}, Limits: runtime.Limits{Unique: true}},
		"other":     {Kind: runtime.OpAppend, Operand: []any{1, 2, 3}, Limits: runtime.Limits{MaxItems: 2}},
		"another":   {Kind: runtime.OpUnion, Operand: []any{1}, Limits: runtime.Limits{MinItems: 2}},
	} {
		err := e.tryAppend(s, runtime.Delta{name: op, "good": 1})
		var bad *runtime.ValueError
		if !errors.Is(err, runtime.ErrLimit) || !errors.As(err, &bad) || bad.Key != name {
			e.Errorf("%s: got error %v", name, err)
		}
	}
	e.wantStored(s, want)
	e.append(s, runtime.Delta{"n": runtime.Op{Kind: runtime.OpSum, Operand: 2, Limits: runtime.Limits{Max: 10}}})
	want["n"] = 10
	e.wantStored(s, want)
}
