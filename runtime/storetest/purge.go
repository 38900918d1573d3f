package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// told are values, and what may tell them: a text, the arguments of a call, host data.
var told = []struct {
	value any
	by    any
	want  bool
}{
	{"555-1234", "call 555-1234!", true},
	{"555-1234", "call 555-9999!", false},
	{"555-1234", map[string]any{"to": []any{"555-1234"}}, true},
	{"555-1234", map[string]any{"555-1234": true}, true},
	{"555-1234", map[string]any{"body": `{"to":"555\u002d1234"}`}, true},
	{"555-1234", runtime.HostData(`{"a":"555-1234"}`), true},
	{"555-1234", runtime.HostData(`{"a":"{\"b\":\"{\\\"c\\\":\\\"555\\\\u002d1234\\\"}\"}"}`), true},
	{"555-1234", "a log says {\"to\":\"555\\u002d1234\"}, then ends \\", true},
	{"555-1234", `\` + strings.Repeat("u005c", 7) + "u002d 555" + `\` + strings.Repeat("u005c", 7) + "u002d1234", true},
	{"555-1234", `\` + strings.Repeat("u005c", 200_000), false}, // that many rounds would take days
	{"café", runtime.HostData(`["caf\u00e9"]`), true},
	{"R&D", runtime.HostData(`"to R\u0026D"`), true},
	{"R&D", "to R&D", true},
	{"R&D", "to R&Design", false},
	{"🙂🙂", runtime.HostData(`"\ud83d\ude42\uD83D\uDE42"`), true},
	{"Ann", "It is Ann.", true},
	{"Ann", "Annual report", false},
	{"李", "我是李明", true},
	{"a\"b\\c\nd", map[string]any{"x": "a\"b\\c\nd"}, true},
	{"a\"b\\c\nd", runtime.HostData(`"a\"b\\c\nd"`), true},
	{4711, "room 4711.", true},
	{4711, "room 14711", false},
	{4711, "4711.5 or 3.4711", false},
	{4711, map[string]any{"n": 4711}, true},
	{4711, map[string]any{"n": 4711.0}, true},
	{4711, runtime.HostData(`{"n":4.711e3}`), true},
	{"4711", map[string]any{"n": 4711}, true},
	{2.5, "2.5 km", true},
	{2.5, "12.5 km", false},
	{2.5, runtime.HostData(`[2.50]`), true},
	{5.0, map[string]any{"n": 5}, true},
	{-7, "at -7 degrees", true},
	{[]any{map[string]any{"phone": "555-1234"}, 7}, "555-1234", true},
	{`{"phone":"555-1234","n":[4711]}`, "call 555-1234", true},
	{`{"phone":"555-1234","n":[4711]}`, "room 4711", true},
	{true, "true", false}, // which too much would tell
	{"", "", false},
}

// telling returns an event that tells what a row of told says.
func telling(by any) *runtime.Event {
	event := &runtime.Event{Author: "test"}
	switch by := by.(type) {
	case string:
		event.Content = runtime.NewText("user", by)
	case map[string]any:
		answer := &runtime.FunctionResponse{Name: "f", Response: by}
		event.Content = &runtime.Content{Parts: []runtime.Part{{Text: "-"}, {FunctionResponse: answer}}}
	case runtime.HostData:
		event.Host = by
	}
	return event
}

func (e *env) purge(r runtime.PurgeRequest) runtime.PurgeReport {
	e.Helper()
	report, err := e.svc.Purge(e.Context(), r)
	e.must(err)
	return report
}

// purgeElsewhere holds that a purge finds what tells a value elsewhere, in all histories
// of its owner, and says the same each time until that is gone.
func purgeElsewhere(e *env) {
	for i, c := range told {
		app, what := fmt.Sprint("app ", i), fmt.Sprintf("%#v in %#v", c.value, c.by)
		want := int64(0)
		if c.want {
			want = 1
		}
		told := e.createAs(app, user, "told", nil)
		event := telling(c.by)
		e.must(e.svc.AppendEvent(e.Context(), told, event))
		e.append(e.createAs(app, user, "set", nil), runtime.Delta{"user:k": c.value, "app:k": c.value})
		count := e.purge(runtime.PurgeRequest{AppName: app, Key: "user:k", CountOnly: true})
		e.same("counted: "+what, []int64{count.Values, count.Events, count.Elsewhere}, []int64{1, 1, want})
		e.same("report: "+what, e.purge(runtime.PurgeRequest{AppName: app, Key: "user:k"}), count)
		for _, only := range []bool{true, false} {
			again := e.purge(runtime.PurgeRequest{AppName: app, Key: "user:k", CountOnly: only})
			e.same("again: "+what, []int64{again.Values, again.Events, again.Elsewhere}, []int64{0, 0, want})
		}
		e.must(e.svc.AppendEvent(e.Context(), told, event)) // counts once, also with the mark
		got := e.getAs(app, user, "told").Events()
		e.same("events", got.Len(), 1)
		e.same("host data", got.At(0).Host, event.Host)
		e.same("another key's: "+what, e.purge(runtime.PurgeRequest{AppName: app, Key: "app:k"}).Elsewhere, want)
		e.must(e.svc.Delete(e.Context(), runtime.DeleteRequest{AppName: app, UserID: user, SessionID: "told"}))
		e.same("left: "+what, e.purge(runtime.PurgeRequest{AppName: app, Key: "user:k"}).Elsewhere, int64(0))
	}
}

// cutOff is a store that fails once it has made some changes.
type cutOff struct {
	store.Maintainer
	left int
}

var errCutOff = errors.New("cut off")

type rewriteFunc = func([]*store.StoredEvent) (store.Rewritten, error)

func (c *cutOff) Rewrite(ctx context.Context, q store.RewriteQuery, fn rewriteFunc) error {
	if c.left--; c.left < 0 {
		return errCutOff
	}
	return c.Maintainer.Rewrite(ctx, q, fn)
}

func (c *cutOff) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	if c.left--; c.left < 0 {
		return nil, errCutOff
	}
	return c.Maintainer.Append(ctx, a)
}

// purgeCutOff cuts a purge off after each of its changes, and holds that the next one does
// the rest, and finds all that is told elsewhere.
func purgeCutOff(e *env) {
	for changes := 0; ; changes++ {
		app := fmt.Sprint("app ", changes)
		for _, id := range []string{"1", "2"} {
			s := e.createAs(app, user, id, nil)
			e.must(e.svc.AppendEvent(e.Context(), s, telling("of secret 1 or secret 2")))
			e.append(s, runtime.Delta{"user:k": "secret " + id})
			e.must(e.svc.AppendEvent(e.Context(), s, telling("of secret "+id)))
		}
		cut := runtime.NewService(&cutOff{e.svc.Store().(store.Maintainer), changes})
		_, err := cut.Purge(e.Context(), runtime.PurgeRequest{AppName: app, Key: "user:k"})
		if err != nil && !errors.Is(err, errCutOff) {
			e.Fatal(err)
		}
		if rest := e.purge(runtime.PurgeRequest{AppName: app, Key: "user:k"}); rest.Elsewhere != 4 {
			e.Errorf("cut off after %d changes: then %+v", changes, rest)
		}
		e.wantState(e.getAs(app, user, "1"), map[string]any{})
		last := e.purge(runtime.PurgeRequest{AppName: app, Key: "user:k"})
		e.same("left", []int64{last.Values, last.Events, last.Elsewhere}, []int64{0, 0, 4})
		if err == nil {
			return
		}
	}
}
