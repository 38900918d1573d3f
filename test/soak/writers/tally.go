package writers

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// Tally is what a store holds, compared with what a crowd was told.
type Tally struct {
	Acknowledged int // events that were acknowledged
	Lost         int // of these, events that aren't there
	Doubled      int // events that are there more than once
	Inconsistent int // keys whose value isn't what the stored events come to, and events that are other than appended
	Problems     []string
}

// Add adds what another store, or the same one later, was found to hold.
func (t *Tally) Add(o Tally) {
	t.Acknowledged += o.Acknowledged
	t.Lost += o.Lost
	t.Doubled += o.Doubled
	t.Inconsistent += o.Inconsistent
	t.Problems = append(t.Problems, o.Problems...)
}

// Tally reads everything back, after Stop. That the store can't be read is an error; what
// it holds is not.
func (c *Crowd) Tally(ctx context.Context, svc *runtime.Service) (Tally, error) {
	t := &tally{want: make(map[string]any), listed: make(map[string]int), stored: make(map[string]int)}
	for info, err := range svc.Sessions(ctx, runtime.ListRequest{AppName: c.app, UserID: userID}) {
		if err == nil {
			err = t.session(ctx, svc, info)
		}
		if err != nil {
			return t.Tally, err
		}
	}
	session, err := svc.Shared(ctx, runtime.SharedRequest{AppName: c.app, UserID: userID})
	if err != nil {
		return t.Tally, err
	}
	t.shared(maps.Collect(session.State().All()))
	t.Acknowledged = len(c.acked)
	for id := range c.acked {
		if t.stored[id] == 0 {
			t.Lost++
		}
	}
	for _, times := range t.stored {
		t.Doubled += times - 1
	}
	return t.Tally, nil
}

type tally struct {
	Tally
	total  int
	want   map[string]any // of the shared state
	listed map[string]int // how often an event should be in the app's list
	stored map[string]int // how often an event is there
}

func (t *tally) wrong(format string, args ...any) {
	t.Inconsistent++
	t.Problems = append(t.Problems, fmt.Sprintf(format, args...))
}

// session counts a writer's events, and compares its state with what they come to.
func (t *tally) session(ctx context.Context, svc *runtime.Service, found *runtime.Session) error {
	request := runtime.GetRequest{AppName: found.AppName(), UserID: found.UserID(), SessionID: found.ID()}
	now, err := svc.Get(ctx, request)
	if err != nil {
		return err
	}
	want := map[string]any{}
	for n := range now.Events().Len() {
		e := now.Events().At(n)
		if i := t.event(found.ID(), e, int64(n)+1); i > 0 {
			want["own"] = int(i)
		}
		request.AsOf = e.ID
	}
	if got := ownState(now); !reflect.DeepEqual(got, want) {
		t.wrong("session %s is %v, want %v", found.ID(), got, want)
	}
	if request.AsOf == "" {
		return nil
	}
	replayed, err := svc.Get(ctx, request)
	if err != nil {
		return err
	}
	if got := ownState(replayed); !reflect.DeepEqual(got, want) {
		t.wrong("replay of session %s is %v, want %v", found.ID(), got, want)
	}
	return nil
}

// event counts an event with the number seq, and returns the number that its writer gave
// it.
func (t *tally) event(writer string, e *runtime.Event, seq int64) int64 {
	t.total++
	t.stored[e.ID]++
	i, err := strconv.ParseInt(strings.TrimPrefix(e.ID, writer+"-"), 10, 64)
	if err == nil {
		err = sameEvent(e, writer, i, seq)
	}
	if err != nil {
		t.wrong("session %s: %v", writer, err)
		return 0
	}
	t.want[ringKey(writer, i)], t.want["user:last_"+writer] = int(i), int(i)
	if i%listEvery == 0 {
		t.listed[e.ID]++
	}
	return i
}

// shared compares the state that all writers share with what all their events come to.
func (t *tally) shared(got map[string]any) {
	items, _ := got["app:list"].([]any)
	for _, item := range items {
		id, _ := item.(string)
		t.listed[id]--
	}
	for id, times := range t.listed {
		if times != 0 {
			t.wrong("the list has %s %d times too few", id, times)
		}
	}
	if t.total > 0 {
		t.want["user:counter"] = t.total
	}
	delete(got, "app:list")
	delete(got, "app:writers")
	for key := range got {
		if _, wanted := t.want[key]; !wanted {
			t.want[key] = nil
		}
	}
	for key, want := range t.want {
		if !reflect.DeepEqual(got[key], want) {
			t.wrong("%s is %v, want %v", key, got[key], want)
		}
	}
}
