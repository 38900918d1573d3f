package adktest

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

// TestCopy moves sessions from ADK's services to ours.
func TestCopy(t *testing.T) {
	for rival, openRival := range rivals {
		for store, open := range stores {
			t.Run(rival+" to "+store, func(t *testing.T) { testCopy(t, openRival(t), open(t)) })
		}
	}
}

func testCopy(t *testing.T, from session.Service, kept *runtime.Service) {
	for i := range 5 {
		s := create(t, from, fmt.Sprint(i))
		for j := range 4 {
			e := &session.Event{ID: fmt.Sprint("e", j), InvocationID: "i", Timestamp: time.Now(), Author: "a", Branch: "a.b"}
			e.Content = genai.NewContentFromText(fmt.Sprint("text ", j), "model")
			e.Actions.StateDelta = map[string]any{"n": j, "user:n": i, "app:list": []any{"x", 1.5}, "null": nil}
			e.LongRunningToolIDs = []string{"l"}
			must(t, from.AppendEvent(t.Context(), s, e))
		}
	}
	to := adksession.New(kept)
	for range 2 {
		copied, err := adksession.Copy(t.Context(), from, kept, "app")
		must(t, err)
		if want := (adksession.Copied{Sessions: 5, Events: 20}); copied != want {
			t.Errorf("copied %+v", copied)
		}
		for i := range 5 {
			want, got := get(t, from, fmt.Sprint(i)), get(t, to, fmt.Sprint(i))
			if x, y := asJSON(t, maps.Collect(want.State().All())), asJSON(t, maps.Collect(got.State().All())); x != y {
				t.Errorf("state is %s, want %s", y, x)
			}
			for j := range 4 {
				if x, y := asJSON(t, want.Events().At(j)), asJSON(t, got.Events().At(j)); x != y {
					t.Errorf("event is %s, want %s", y, x)
				}
			}
			if !reflect.DeepEqual(want.LastUpdateTime().UnixMicro(), got.LastUpdateTime().UnixMicro()) {
				t.Errorf("last update %v, want %v", got.LastUpdateTime(), want.LastUpdateTime())
			}
		}
	}
}

func asJSON(t *testing.T, v any) string {
	text, err := json.Marshal(v)
	must(t, err)
	return string(text)
}
