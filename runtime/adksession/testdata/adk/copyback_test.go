package adktest

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

// TestCopyBack moves sessions of programs on ADK and on runtime to ADK's own services.
func TestCopyBack(t *testing.T) {
	for store, open := range stores {
		for rival, openRival := range rivals {
			t.Run(store+" to "+rival, func(t *testing.T) { testCopyBack(t, open(t), openRival(t), rival != "memory") })
		}
	}
}

const copiedBack, eventsOfEach = 10, 5

func testCopyBack(t *testing.T, kept *runtime.Service, to session.Service, inDatabase bool) {
	fillForCopyBack(t, kept)
	for range 2 { // the second time there is nothing to do
		copied, err := adksession.CopyBack(t.Context(), kept, to, "app")
		must(t, err)
		if want := (adksession.Copied{Sessions: copiedBack, Events: copiedBack * eventsOfEach}); copied.Copied != want {
			t.Errorf("copied %+v, want %+v", copied, want)
		}
		if n := copied.NotKept["finishReason"]; (n == copiedBack) != inDatabase || copied.NotKept["merge"] != copiedBack {
			t.Errorf("not kept: %v", copied.NotKept)
		}
	}
	from, different := adksession.New(kept), 0
	for i := range copiedBack {
		want, got := plainState(get(t, from, fmt.Sprint(i))), plainState(get(t, to, fmt.Sprint(i)))
		if asJSON(t, want) != asJSON(t, got) {
			different++
		}
	}
	if different > 0 {
		t.Errorf("%d of %d sessions are different", different, copiedBack)
	}
	carl, err := to.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "carl"})
	must(t, err)
	if v, err := carl.Session.State().Get("user:lang"); v != "de" {
		t.Errorf("of a user without a session: %v, %v", v, err)
	}
}

// fillForCopyBack stores sessions with events of equal times.
func fillForCopyBack(t *testing.T, kept *runtime.Service) {
	svc, at := adksession.New(kept), time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)
	for i := range copiedBack {
		s := create(t, svc, fmt.Sprint(i))
		for j := range eventsOfEach - 1 {
			e := &session.Event{ID: fmt.Sprint("e", j), InvocationID: "i", Timestamp: at, Author: "a"}
			e.Content = genai.NewContentFromText(fmt.Sprint("text ", j), "model")
			e.Actions.StateDelta = map[string]any{"n": j, "user:n": i, "app:list": []any{"x", 1.5}, "null": nil,
				"sum": runtime.Op{Kind: runtime.OpSum, Operand: 1}}
			if j == 0 {
				e.FinishReason = genai.FinishReasonStop
			}
			must(t, svc.AppendEvent(t.Context(), s, e))
		}
		own, err := kept.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "ann", SessionID: fmt.Sprint(i)})
		must(t, err)
		must(t, kept.AppendEvent(t.Context(), own, &runtime.Event{ID: "plain", Author: "program", Timestamp: at, Actions: runtime.Actions{
			StateDelta: runtime.Delta{"sum": runtime.Op{Kind: runtime.OpSum, Operand: 1}, "n": nil}}}))
	}
	shared, err := kept.Shared(t.Context(), runtime.SharedRequest{AppName: "app", UserID: "carl"})
	must(t, err)
	must(t, kept.AppendEvent(t.Context(), shared, &runtime.Event{ID: "1", Actions: runtime.Actions{StateDelta: runtime.Delta{"user:lang": "de"}}}))
}

// plainState is the state of a session without what is nil.
func plainState(s session.Session) map[string]any {
	state := maps.Collect(s.State().All())
	maps.DeleteFunc(state, func(_ string, v any) bool { return v == nil })
	return state
}
