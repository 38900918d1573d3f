//adk:needs tool/loadmemorytool

package adktest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"google.golang.org/adk/v2/artifact"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

// TestKilled kills the ADK program with SIGKILL before and after each of its appends,
// and lets it go on each time from what was stored: nothing that was acknowledged may
// be missing, nothing may be there twice, and the state must be what the events say.
func TestKilled(t *testing.T) {
	for name, database := range map[string]func(*testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "s.db") },
		"postgres": func(t *testing.T) string { return server.NewDatabase(t) },
	} {
		t.Run(name, func(t *testing.T) { killAgainAndAgain(t, name, database(t)) })
	}
}

func killAgainAndAgain(t *testing.T, kind, database string) {
	var acknowledged []string
	kills := 0
	for _, when := range []string{"before", "after"} {
		for n := 1; n <= 7; n++ {
			out, killed := child(t, kind, database, fmt.Sprintf("%s %d", when, n))
			acknowledged = append(acknowledged, out...)
			if killed {
				kills++
			}
		}
	}
	if kills < 10 {
		t.Errorf("the program was killed %d times only", kills)
	}
	out, killed := child(t, kind, database, "never 0")
	if killed || len(out) == 0 {
		t.Error("the program doesn't come to its end")
	}
	svc := openChild(kind, database)
	defer func() { must(t, svc.Close()) }()
	got, err := adksession.New(svc).Get(t.Context(), &session.GetRequest{AppName: "team", UserID: "ann", SessionID: "s"})
	must(t, err)
	checkHistory(t, got.Session, append(acknowledged, out...))
}

// checkHistory compares a session with what its writers were told.
func checkHistory(t *testing.T, s session.Session, acknowledged []string) {
	t.Helper()
	var stored []string
	replayed := map[string]any{}
	for e := range s.Events().All() {
		stored = append(stored, e.ID)
		for key, v := range e.Actions.StateDelta {
			replayed[key] = v
		}
	}
	slices.Sort(stored)
	if twice := slices.Compact(slices.Clone(stored)); len(twice) != len(stored) {
		t.Error("an event is stored twice")
	}
	for _, id := range acknowledged {
		if _, ok := slices.BinarySearch(stored, id); !ok {
			t.Errorf("event %s was acknowledged and is not stored", id)
		}
	}
	state := map[string]any{}
	for key, v := range s.State().All() {
		state[key] = v
	}
	if !reflect.DeepEqual(state, replayed) {
		t.Errorf("the state is not what the events say:\n%v\n%v", state, replayed)
	}
	if last := s.Events().At(s.Events().Len() - 1); last.Author != "worker" {
		t.Errorf("the last event is %s's", last.Author)
	}
}

// child runs the program in a process of its own, and returns the IDs of the events
// that it said were stored, and whether it was killed.
func child(t *testing.T, kind, database, kill string) (stored []string, killed bool) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "ADKTEST_PROGRAM="+database, "ADKTEST_KIND="+kind, "ADKTEST_KILL="+kill)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if err != nil {
		status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if killed = ok && status.Signaled() && status.Signal() == syscall.SIGKILL; !killed {
			t.Fatalf("%v\n%s", err, errs.String())
		}
	}
	for line := range strings.Lines(out.String()) {
		if id, ok := strings.CutPrefix(line, "stored "); ok {
			stored = append(stored, strings.TrimSpace(id))
		}
	}
	return stored, killed
}

func openChild(kind, database string) *runtime.Service {
	if kind == "postgres" {
		return made(postgres.Open(context.Background(), database))
	}
	return made(sqlite.Open(context.Background(), database))
}

// deadly kills its own process before or after an append.
type deadly struct {
	session.Service
	when string
	left int
}

func (d *deadly) AppendEvent(ctx context.Context, s session.Session, e *session.Event) error {
	if e.Partial {
		return nil
	}
	d.left--
	d.dieIf("before")
	err := d.Service.AppendEvent(ctx, s, e)
	if err == nil {
		fmt.Println("stored", e.ID)
	}
	d.dieIf("after")
	return err
}

func (d *deadly) dieIf(when string) {
	if d.when == when && d.left == 0 {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
}

func init() { runChild = twoTurns }

// twoTurns is what the process does that is killed.
func twoTurns(database string) {
	svc := openChild(os.Getenv("ADKTEST_KIND"), database)
	when, n, _ := strings.Cut(os.Getenv("ADKTEST_KILL"), " ")
	c := conversation{&deadly{adksession.New(svc), when, made(strconv.Atoi(n))}, artifact.InMemoryService(), team(), "team"}
	for range 2 {
		made(c.turn(context.Background(), genai.NewContentFromText("Hi!", genai.RoleUser)))
	}
	if err := svc.Close(); err != nil {
		panic(err)
	}
}
