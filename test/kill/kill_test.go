//go:build unix

package kill

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
)

// variable tells a process which store it is to prune.
const variable = "STATEGEN_TEST_PRUNE"

const (
	sessions = 3
	events   = 1200
	purged   = 60                    // keys that are purged, one after the other
	roundsOf = "STATEGEN_TEST_KILLS" // how many kills of each operation; a few by default
)

// TestMain does the work in a process that run has started, and ends it.
func TestMain(m *testing.M) {
	store := os.Getenv(variable)
	if store == "" {
		os.Exit(m.Run())
	}
	svc, _, err := sessiondb.Service(context.Background(), store)
	if err == nil {
		fmt.Println("begins")
		err = maintain(context.Background(), svc, os.Getenv(variable+"_KEEP"), os.Getenv(variable+"_WHAT"))
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// The operations, each of which is killed as often as the others.
const (
	prune = "prune"
	purge = "purge"
	erase = "erase"
)

func maintain(ctx context.Context, svc *runtime.Service, keep, what string) error {
	switch what {
	case prune:
		most, err := strconv.ParseInt(keep, 10, 64)
		if err == nil {
			_, err = svc.Prune(ctx, runtime.PruneRequest{MaxEvents: most, KeepYounger: 1, SnapshotEvery: 40})
		}
		return err
	case purge:
		_, err := svc.Purge(ctx, runtime.PurgeRequest{Key: keep})
		return err
	default:
		return svc.DeleteUser(ctx, runtime.DeleteUserRequest{AppName: "a", UserID: "gone"})
	}
}

// run fills the store, and kills processes that maintain it, until each operation was
// killed so often while it was at work.
func run(t *testing.T, svc *runtime.Service, store string) {
	rounds := 2
	if text := os.Getenv(roundsOf); text != "" {
		if _, err := fmt.Sscan(text, &rounds); err != nil {
			t.Fatal(err)
		}
	}
	for i := range sessions {
		fill(t, svc, "u", fmt.Sprint(i), events)
	}
	// Purges come first, since they have more to do the longer the histories are.
	k := &killer{store: store, svc: svc, random: rand.New(rand.NewPCG(1, 2))}
	for _, what := range []string{purge, erase, prune} {
		k.rounds(t, what, rounds)
	}
	err := maintain(t.Context(), svc, "phone", purge)
	if err == nil { // the purge added events
		err = maintain(t.Context(), svc, "100", prune)
	}
	if err == nil {
		err = maintain(t.Context(), svc, "", erase)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range sessions {
		if n := verify(t, svc, fmt.Sprint(i), k.random); n != 100 {
			t.Errorf("%d events are left", n)
		}
	}
	again, err := svc.Purge(t.Context(), runtime.PurgeRequest{Key: "phone", CountOnly: true})
	if err != nil || again.Values+again.Events > 0 {
		t.Errorf("left of the purged key: %+v, error %v", again, err)
	}
}

// killer kills one process after the other.
type killer struct {
	store  string
	svc    *runtime.Service
	random *rand.Rand
}

// rounds has an operation killed so often at moments when it was at work. What takes
// less than it took to kill it doesn't count, and is tried again a little earlier.
func (k *killer) rounds(t *testing.T, what string, rounds int) {
	t.Helper()
	longest := 100 * time.Millisecond
	killed := 0
	for try := 0; killed < rounds; try++ {
		if try > 20+4*rounds {
			t.Fatalf("%s: only %d of %d processes were killed at work", what, killed, try)
		}
		if kill(t, k.store, what, k.prepare(t, what, try, killed, rounds), rand.N(longest)) {
			killed++
			longest += longest / 6
		} else {
			longest -= longest / 3 // it was done before
		}
		for i := range sessions {
			verify(t, k.svc, fmt.Sprint(i), k.random)
		}
		k.gone(t)
	}
	t.Logf("%s: %d processes were killed at work", what, killed)
}

// prepare gives the operation something to do and returns what its argument is.
func (k *killer) prepare(t *testing.T, what string, try, killed, rounds int) string {
	t.Helper()
	switch what {
	case prune:
		return fmt.Sprint(events - (killed+1)*(events-100)/(rounds+1))
	case purge:
		return fmt.Sprint("p", try%purged)
	default:
		fill(t, k.svc, "gone", fmt.Sprint(k.random.Uint64()), 60)
		return ""
	}
}

// gone looks whether the user who is erased is there as a whole or not at all.
func (k *killer) gone(t *testing.T) {
	t.Helper()
	for s, err := range k.svc.Sessions(t.Context(), runtime.ListRequest{AppName: "a", UserID: "gone"}) {
		if err != nil {
			t.Fatal(err)
		}
		full, err := k.svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "gone", SessionID: s.ID(), NumRecentEvents: runtime.AllEvents})
		if err != nil || full.Events().Len() != 60 {
			t.Fatalf("session %s of the erased user: error %v", s.ID(), err)
		}
	}
}

// fill creates a session each of whose events adds one to n.
func fill(t *testing.T, svc *runtime.Service, user, id string, n int) {
	t.Helper()
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: user, SessionID: id, State: map[string]any{"n": 0, "phone": "555"}})
	for i := range n {
		if err == nil {
			err = svc.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{
				"n": runtime.Op{Kind: runtime.OpSum, Operand: 1}, "phone": fmt.Sprint(i), fmt.Sprint("k", i%7): i, fmt.Sprint("p", i%purged): i,
			}}})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// kill starts a process and kills it some time after it began. It reports whether it was
// at work still.
func kill(t *testing.T, store, what, keep string, after time.Duration) bool {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), variable+"="+store, variable+"_KEEP="+keep, variable+"_WHAT="+what)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "begins" {
		t.Fatalf("it printed %q", lines.Text())
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	for lines.Scan() {
		t.Errorf("it printed %q", lines.Text())
	}
	return cmd.Wait() != nil
}

// verify checks the state and some moments of a session, and returns how many events
// are left. A server may still be doing what the killed process has sent it last: then
// the history begins later than it did, and is looked at again.
func verify(t *testing.T, svc *runtime.Service, id string, random *rand.Rand) int {
	t.Helper()
	for {
		left, err := history(t.Context(), svc, id)
		if err == nil {
			err = moments(t.Context(), svc, id, left, random)
		}
		if err == nil {
			return left.Len()
		}
		now, failed := history(t.Context(), svc, id)
		if failed != nil || left.Len() == 0 || now.At(0).Seq == left.At(0).Seq {
			t.Fatal(err, failed)
		}
	}
}

func session(id, asOf string) runtime.GetRequest {
	return runtime.GetRequest{AppName: "a", UserID: "u", SessionID: id, AsOf: asOf, NumRecentEvents: runtime.AllEvents}
}

// history returns the events that are left, which must come to the state.
func history(ctx context.Context, svc *runtime.Service, id string) (runtime.Events, error) {
	s, err := svc.Get(ctx, session(id, ""))
	if err != nil {
		return runtime.Events{}, err
	}
	left := s.Events()
	for i := range left.Len() - 1 {
		if left.At(i+1).Seq != left.At(i).Seq+1 {
			return runtime.Events{}, fmt.Errorf("event %d follows event %d", left.At(i+1).Seq, left.At(i).Seq)
		}
	}
	return left, check(s, events)
}

// moments checks the state as of some events, and where the history begins.
func moments(ctx context.Context, svc *runtime.Service, id string, left runtime.Events, random *rand.Rand) error {
	for _, at := range []int{0, left.Len() - 1, random.IntN(left.Len()), random.IntN(left.Len())} {
		e := left.At(at)
		if e.Seq > events { // those after it are the purge's
			continue
		}
		s, err := svc.Get(ctx, session(id, e.ID))
		if err == nil {
			err = check(s, int(e.Seq))
		}
		if err != nil {
			return err
		}
	}
	var pruned *runtime.PrunedError
	for _, err := range svc.Events(ctx, runtime.EventsRequest{AppName: "a", UserID: "u", SessionID: id, AfterSeq: 1}) {
		if first := left.At(0).Seq; first > 2 != errors.As(err, &pruned) {
			return fmt.Errorf("events after the first, of those from %d on: error %v", first, err)
		}
		break
	}
	return nil
}

// check compares a state with what it was after event n.
func check(s *runtime.Session, n int) error {
	want := map[string]any{"n": n}
	for i := max(0, n-7); i < n; i++ {
		want[fmt.Sprint("k", i%7)] = i
	}
	for key, v := range s.State().All() {
		if want[key] != v && key[0] != 'p' {
			return fmt.Errorf("%s is %v after %d events", key, v, n)
		}
		delete(want, key)
	}
	if len(want) > 0 {
		return fmt.Errorf("after %d events there is no %v", n, want)
	}
	return nil
}
