package memory_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
)

func TestReadsOfScalarsAllocateNothing(t *testing.T) {
	svc := memory.New()
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", State: map[string]any{"a": 1, "user:t": "x"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.AppendEvent(ctx, s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"b": 2000}}}); err != nil {
		t.Fatal(err)
	}
	held, inv := s.State(), runtime.NewInvocation(svc, s).Context("agent", "")
	for name, read := range map[string]func(key string) (any, error){
		"held":    held.Get,
		"fresh":   func(key string) (any, error) { return s.State().Get(key) },
		"context": inv.Get,
	} {
		for _, key := range []string{"a", "b", "user:t"} {
			if n := testing.AllocsPerRun(100, func() { _, _ = read(key) }); n > 0 {
				t.Errorf("%s, %s: %v allocations", name, key, n)
			}
		}
	}
}
