package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	goruntime "runtime"
	"sync"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestBatchIsObserved has appends wait for the writer, so that one commits for all.
func TestBatchIsObserved(t *testing.T) {
	st, err := open(t.Context(), filepath.Join(t.TempDir(), "s.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	const appends = 3
	calls := make(chan runtime.Call, appends+1)
	plain := runtime.NewService(st)
	svc := plain.Observed(func(_ context.Context, c runtime.Call) { calls <- c })
	var sessions []*runtime.Session
	for i := range appends {
		s, err := plain.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: fmt.Sprint(i)})
		if err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, s)
	}
	writer, err := st.writer.take(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for _, s := range sessions {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if err := svc.AppendEvent(t.Context(), s, &runtime.Event{}); err != nil {
				t.Error(err)
			}
		}()
	}
	for queued := 0; queued < appends; goruntime.Gosched() {
		st.queue.mu.Lock()
		queued = len(st.queue.all)
		st.queue.mu.Unlock()
	}
	if stats, ok := svc.PoolStats(); !ok || stats.Max != 5 || stats.Open != 5 || stats.InUse != 1 {
		t.Errorf("while one writes, the pool is %+v", stats)
	}
	st.writer.put(writer)
	wait.Wait()
	for range appends {
		if c := <-calls; c.Batch != appends || c.Err != nil {
			t.Errorf("reported as %+v", c)
		}
	}
	if err := svc.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	<-calls
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	if err := plain.Ping(t.Context()); err == nil {
		t.Error("a closed store answers")
	}
}

// TestCreationsShareACommit has creations wait for the writer, one of them of a session
// that is there, which fails alone.
func TestCreationsShareACommit(t *testing.T) {
	st, err := open(t.Context(), filepath.Join(t.TempDir(), "s.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = st.Close() }()
	const creations = 4
	calls := make(chan runtime.Call, creations)
	plain := runtime.NewService(st)
	svc := plain.Observed(func(_ context.Context, c runtime.Call) { calls <- c })
	request := func(i int) runtime.CreateRequest {
		return runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: fmt.Sprint(i), State: map[string]any{"n": i, "app:n": i}}
	}
	if _, err := plain.Create(t.Context(), request(0)); err != nil {
		t.Fatal(err)
	}
	writer, err := st.writer.take(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for i := range creations {
		wait.Add(1)
		go func() {
			defer wait.Done()
			s, err := svc.Create(t.Context(), request(i))
			if (i == 0) != errors.Is(err, runtime.ErrSessionExists) {
				t.Errorf("session %d: %v", i, err)
			}
			if err != nil {
				return
			}
			if n, err := s.State().Get("n"); err != nil || n != i {
				t.Errorf("session %d has %v, error %v", i, n, err)
			}
		}()
	}
	for queued := 0; queued < creations; goruntime.Gosched() {
		st.queue.mu.Lock()
		queued = len(st.queue.all)
		st.queue.mu.Unlock()
	}
	st.writer.put(writer)
	wait.Wait()
	for range creations {
		if c := <-calls; c.Err == nil && c.Batch != creations {
			t.Errorf("reported as %+v", c)
		}
	}
}
