//go:build go1.25

package runtime_test

import (
	"errors"
	"testing"
	"testing/synctest"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestUpdateGivesUp has another writer always be faster. The pauses between
// the attempts pass at once in the bubble.
func TestUpdateGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, svc, s := newFaulty(t)
		other, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: s.ID()})
		if err != nil {
			t.Fatal(err)
		}
		err = runtime.Update(t.Context(), svc, s, &runtime.Event{Author: "me"}, func(st runtime.State) error {
			v, err := st.Get("n")
			if err != nil {
				return err
			}
			if err := svc.AppendEvent(t.Context(), other, &runtime.Event{
				Actions: runtime.Actions{StateDelta: runtime.Delta{"n": sum(1)}}}); err != nil {
				return err
			}
			return st.Set("n", v)
		})
		const want = "state keys changed by others during the update, 100 times in a row: n"
		var conflict *runtime.ConflictError
		if !errors.As(err, &conflict) || conflict.Attempts != 100 || err.Error() != want {
			t.Fatalf("got error %v", err)
		}
		wantAll(t, s.State(), map[string]any{"n": 1}) // never appended, so never advanced
	})
}
