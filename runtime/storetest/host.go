package storetest

import (
	"errors"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// hostTests are about what a host keeps with its events, and what it learns of
// merge operations.
var hostTests = []test{
	{"DataByteForByte", func(e *env) {
		s := e.create(nil)
		for _, host := range hostTexts {
			event := &runtime.Event{Host: runtime.HostData(host), Actions: runtime.Actions{StateDelta: runtime.Delta{"a": 1}}}
			e.must(e.svc.AppendEvent(e.Context(), s, event))
			e.must(e.svc.AppendEvent(e.Context(), s, event)) // again, which changes nothing
		}
		e.append(s, runtime.Delta{"a": 2})
		for name, handle := range map[string]*runtime.Session{"handle": s, "store": e.get()} {
			e.same("events in the "+name, handle.Events().Len(), len(hostTexts)+1)
			for i, want := range append(hostTexts, "") {
				e.same("host data in the "+name, string(handle.Events().At(i).Host), want)
			}
		}
		i := 0
		for event, err := range e.svc.Events(e.Context(), runtime.EventsRequest{AppName: app, UserID: user, SessionID: id}) {
			e.must(err)
			e.same("host data in the stream", string(event.Host), append(hostTexts, "")[i])
			i++
		}
	}},
	{"DataIsPartOfTheEvent", func(e *env) {
		s := e.create(nil)
		event := &runtime.Event{ID: "e", Timestamp: at(1), Host: `{"a": 1}`}
		e.must(e.svc.AppendEvent(e.Context(), s, event))
		for _, host := range []runtime.HostData{``, `{"a":1}`, `{"a": 2}`} {
			other := *event
			other.Host = host
			e.wantIs(e.svc.AppendEvent(e.Context(), e.get(), &other), runtime.ErrEventExists,
				"with %s as host data", string(host))
		}
	}},
	{"BadData", func(e *env) {
		s := e.create(nil)
		for _, bad := range []string{
			` `, ` 1`, "1\n", `{`, `{"a":}`, `{a:1}`, `[1,]`, `01`, `nul`, `1 2`, `'a'`, "\"\x00\"", "\"\xff\"", `"\x"`, "\ufeff1",
			strings.Repeat("[", 1001) + strings.Repeat("]", 1001), `"` + strings.Repeat("x", 64<<20) + `"`,
		} {
			err := e.svc.AppendEvent(e.Context(), s, &runtime.Event{Host: runtime.HostData(bad)})
			e.wantArgument(err, "%.20q", bad)
		}
		e.same("events", e.get().Events().Len(), 0)
	}},
	{"DataOfUpdate", func(e *env) {
		s := e.create(nil)
		event := &runtime.Event{Author: "test", Host: `{"a": [ 1 ]}`}
		e.must(runtime.Update(e.Context(), e.svc, s, event, func(state runtime.State) error { return state.Set("n", 1) }))
		e.must(runtime.Update(e.Context(), e.svc, s, event, func(state runtime.State) error { return state.Set("n", 2) }))
		e.wantStored(s, map[string]any{"n": 1})
		e.same("host data", string(e.get().Events().At(0).Host), `{"a": [ 1 ]}`)
	}},
	{"Value", hostValue},
	{"Resolved", resolvedValues},
	{"ResolvedInHistory", resolvedInHistory},
	{"ResolvedAgain", resolvedAgain},
	{"ResolvedOfManyWriters", resolvedOfManyWriters},
}

// hostTexts are host data that careless storing would change.
var hostTexts = []string{
	`{}`, `null`, `0`, `""`, `{ "b" : 1.0,	"a":1e2, "a":-0 }`, `["\u0000\ud800\/<&>","ü 🛫"]`,
	"{\"two\":\r\n \"lines\"}", `12345678901234567890123`, `{"actions":{}},"id":"x"`[:14],
	strings.Repeat("[", 1000) + strings.Repeat("]", 1000), `"` + strings.Repeat("long ", 20000) + `"`,
}

func hostValue(e *env) {
	type form struct{ text string }
	type otherForm struct{ text string }
	s := e.create(nil)
	e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{ID: "a", Host: `"a"`}))
	e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{ID: "b"}))
	decoded := 0
	decode := func(event *runtime.Event) (*form, error) {
		decoded++
		return &form{event.ID + string(event.Host)}, nil
	}
	for _, handle := range []*runtime.Session{s, e.get()} {
		first, err := runtime.HostValue(handle.Events(), 0, decode)
		e.must(err)
		before := decoded
		again, err := runtime.HostValue(handle.Events(), 0, decode)
		e.must(err)
		e.same("decoded again", decoded, before)
		e.same("value", again.text, `a"a"`)
		e.same("the same value", again == first, true)
		other, err := runtime.HostValue(handle.Events(), 0, func(*runtime.Event) (otherForm, error) { return otherForm{"mine"}, nil })
		e.must(err)
		e.same("another host's value", other.text, "mine")
		plain, err := runtime.HostValue(handle.Events(), 1, decode)
		e.must(err)
		e.same("value without host data", plain.text, "b")
		failure := errors.New("no")
		if _, err := runtime.HostValue(handle.Events(), 1, func(*runtime.Event) (*form, error) { return nil, failure }); err != failure {
			e.Errorf("got error %v", err)
		}
	}
}
