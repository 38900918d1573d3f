package writers_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/test/soak/writers"
)

// TestTally has a crowd's events counted as they are, and after somebody has spoiled them.
func TestTally(t *testing.T) {
	svc := memory.New()
	crowd, err := writers.StartCrowd(t.Context(), "app", 3, svc)
	if err != nil {
		t.Fatal(err)
	}
	if err := crowd.Await(200); err != nil {
		t.Fatal(err)
	}
	if err := crowd.Stop(); err != nil {
		t.Fatal(err)
	}
	whole := tally(t, crowd, svc)
	if whole.Acknowledged < 200 || whole.Lost+whole.Doubled+whole.Inconsistent > 0 {
		t.Errorf("untouched: %+v", whole)
	}
	s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "user", SessionID: "w0"})
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.AppendEvent(t.Context(), s, &runtime.Event{ID: "foreign", Actions: runtime.Actions{StateDelta: runtime.Delta{"own": -1}}}); err != nil {
		t.Fatal(err)
	}
	// The event is none of the crowd's, and so is its number: the counter lacks it.
	if got := tally(t, crowd, svc); got.Inconsistent < 2 || got.Lost+got.Doubled > 0 {
		t.Errorf("with a foreign event: %+v", got)
	}
	for _, id := range []string{"w0", "w1", "w2"} {
		if err := svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "app", UserID: "user", SessionID: id}); err != nil {
			t.Fatal(err)
		}
	}
	if got := tally(t, crowd, svc); got.Lost != got.Acknowledged {
		t.Errorf("without sessions: %+v", got)
	}
}

func tally(t *testing.T, crowd *writers.Crowd, svc *runtime.Service) writers.Tally {
	t.Helper()
	tally, err := crowd.Tally(t.Context(), svc)
	if err != nil {
		t.Fatal(err)
	}
	return tally
}
