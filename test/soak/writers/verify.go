package writers

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"

	"github.com/seed92179c4c/stategen/runtime"
)

// Verify reads everything back and compares it with what the writers had
// acknowledged (the number of each one's last such event). It returns how many
// events there are. Every difference is an error.
func Verify(ctx context.Context, svc *runtime.Service, acked map[string]int64) (total int64, err error) {
	shared := make(map[string]any)
	list := make(map[string]bool)
	stored := make(map[string]int64)
	infos, err := svc.List(ctx, runtime.ListRequest{AppName: appName, UserID: userID})
	if err != nil {
		return 0, err
	}
	for _, info := range infos {
		n, err := verifyWriter(ctx, svc, info.SessionID)
		if err != nil {
			return 0, fmt.Errorf("writer %s: %w", info.SessionID, err)
		}
		stored[info.SessionID] = n
		total += n
		expectShared(shared, list, info.SessionID, n)
	}
	for writer, n := range acked {
		if stored[writer] < n {
			return 0, fmt.Errorf("writer %s: event %d was acknowledged, %d are stored", writer, n, stored[writer])
		}
	}
	return total, verifyShared(ctx, svc, shared, list, total)
}

// verifyWriter compares a writer's session with the events it must have had,
// and its stored state with their replay.
func verifyWriter(ctx context.Context, svc *runtime.Service, writer string) (int64, error) {
	var n int64
	for e, err := range svc.Events(ctx, runtime.EventsRequest{AppName: appName, UserID: userID, SessionID: writer}) {
		if err != nil {
			return 0, err
		}
		n++
		if err := sameEvent(e, writer, n, n); err != nil {
			return 0, err
		}
	}
	request := runtime.GetRequest{AppName: appName, UserID: userID, SessionID: writer, NumRecentEvents: -1}
	now, err := svc.Get(ctx, request)
	if err != nil {
		return 0, err
	}
	want := map[string]any{}
	if n > 0 {
		want["own"] = int(n)
		request.AsOf = eventID(writer, n)
		replayed, err := svc.Get(ctx, request)
		if err != nil {
			return 0, err
		}
		if got := ownState(replayed); !reflect.DeepEqual(got, want) {
			return 0, fmt.Errorf("replay of %d events gives %v, want %v", n, got, want)
		}
	}
	if got := ownState(now); !reflect.DeepEqual(got, want) {
		return 0, fmt.Errorf("state after %d events is %v, want %v", n, got, want)
	}
	return n, nil
}

// sameEvent compares a stored event with the i-th that the writer appended, which has the
// number seq.
func sameEvent(got *runtime.Event, writer string, i, seq int64) error {
	want := event(writer, i)
	delete(want.Actions.StateDelta, "temp:noise")
	want.Seq = seq
	x, err := json.Marshal(got)
	if err != nil {
		return err
	}
	y, err := json.Marshal(want)
	if err != nil {
		return err
	}
	if string(x) != string(y) {
		return fmt.Errorf("event %d is stored as\n%s, want\n%s", i, x, y)
	}
	return nil
}

func ownState(s *runtime.Session) map[string]any {
	own := make(map[string]any)
	for key, value := range s.State().All() {
		if scope, _ := runtime.ParseKey(key); scope == runtime.ScopeSession {
			own[key] = value
		}
	}
	return own
}

// expectShared adds what n events of a writer do to the shared state.
func expectShared(shared map[string]any, list map[string]bool, writer string, n int64) {
	for i := max(1, n-ring+1); i <= n; i++ {
		shared[ringKey(writer, i)] = int(i)
	}
	if n > 0 {
		shared["user:last_"+writer] = int(n)
	}
	for i := int64(listEvery); i <= n; i += listEvery {
		list[eventID(writer, i)] = true
	}
}

func verifyShared(ctx context.Context, svc *runtime.Service, want map[string]any, list map[string]bool, total int64) error {
	session, err := svc.Shared(ctx, runtime.SharedRequest{AppName: appName, UserID: userID})
	if err != nil {
		return err
	}
	got := maps.Collect(session.State().All())
	if total > 0 {
		want["user:counter"] = int(total)
	}
	items, _ := got["app:list"].([]any)
	if len(items) != len(list) {
		return fmt.Errorf("the list has %d items, want %d", len(items), len(list))
	}
	for _, item := range items {
		id, _ := item.(string)
		if !list[id] {
			return fmt.Errorf("the list contains %v twice or without an event", item)
		}
		delete(list, id)
	}
	delete(got, "app:list")
	delete(got, "app:writers")
	if !reflect.DeepEqual(got, want) {
		return fmt.Errorf("shared state after %d events is\n%v, want\n%v", total, got, want)
	}
	return nil
}
