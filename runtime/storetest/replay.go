package storetest

import (
	"github.com/seed92179c4c/stategen/runtime"
)

var replayTests = []test{
	{"EveryMoment", everyMoment},
	{"UnknownEvent", func(e *env) {
		e.create(nil)
		_, err := e.svc.Get(e.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id, AsOf: "none"})
		e.wantIs(err, runtime.ErrEventNotFound, "the call")
	}},
}

// everyMoment appends random changes and then asks for each moment again.
func everyMoment(e *env) {
	s := e.createEarly(map[string]any{"a": 1, "l": []any{"first"}, "old": 5})
	moments := e.appendMoments(s, 100, 0)
	e.wantHistory(moments, 1)
	last := moments[len(moments)-1]
	e.wantState(e.get(), last.state)
	e.append(s, runtime.Delta{"user:x": 1, "a": "later"})
	got := e.getWith(runtime.GetRequest{AsOf: last.event.ID})
	last.state["user:x"] = 1 // shared state is the current one
	e.wantState(got, last.state)
	e.same("events", got.Events().Len(), len(moments))
	e.append(got, runtime.Delta{"b": "appended with an old view"})
	e.wantValue(e.get().State(), "a", "later")
}
