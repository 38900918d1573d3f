package storetest

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"

	"github.com/seed92179c4c/stategen/runtime"
)

var replayTests = []test{
	{"EveryMoment", everyMoment},
	{"UnknownEvent", func(e *env) {
		e.create(nil)
		_, err := e.svc.Get(e.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id, AsOf: "none"})
		if !errors.Is(err, runtime.ErrEventNotFound) {
			e.Fatalf("got error %v", err)
		}
	}},
}

// everyMoment appends random changes and then asks for each moment again.
func everyMoment(e *env) {
	random := rand.New(rand.NewPCG(1, 2))
	s := e.create(map[string]any{"a": 1, "l": []any{"first"}, "old": 5})
	type moment struct {
		event string
		state map[string]any
	}
	var moments []moment
	for i := range 100 {
		delta := runtime.Delta{}
		for range 1 + random.IntN(3) {
			key := string(rune('a' + random.IntN(5)))
			switch random.IntN(5) {
			case 0:
				delta[key] = nil
			case 1:
				delta["l"] = union(random.IntN(20))
			case 2:
				delta["n"] = runtime.Op{Kind: runtime.OpSum, Operand: random.IntN(9), Old: []string{"old"}}
			default:
				delta[key] = []any{i, fmt.Sprint(key, i)}
			}
		}
		event := e.append(s, delta)
		moments = append(moments, moment{event.ID, maps.Collect(s.State().All())})
	}
	for _, m := range moments {
		e.wantState(e.getWith(runtime.GetRequest{AsOf: m.event}), m.state)
	}
	last := moments[len(moments)-1]
	e.wantState(e.get(), last.state)
	e.append(s, runtime.Delta{"user:x": 1, "a": "later"})
	got := e.getWith(runtime.GetRequest{AsOf: last.event})
	last.state["user:x"] = 1 // shared state is the current one
	e.wantState(got, last.state)
	e.same("events", got.Events().Len(), len(moments))
	e.append(got, runtime.Delta{"b": "appended with an old view"})
	if v, err := e.get().State().Get("a"); err != nil || v != "later" {
		e.Fatalf("a: %v, error %v", v, err)
	}
}
