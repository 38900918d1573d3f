//go:build unix

package releases

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/schema/load"
)

// These name the database that this process is to migrate as a child of a test, and to
// which release.
const (
	childDSN     = "STATEGEN_TEST_MIGRATE"
	childRelease = "STATEGEN_TEST_MIGRATE_RELEASE"
)

// migrateDatabase migrates a database to a release.
func migrateDatabase(ctx context.Context, dsn, number string) (report *migrate.Report, err error) {
	r := load.Schema("../../testdata/golden/generate/release"+number+"/stategen.yaml", os.ReadFile)
	if r.Diagnostics.HasErrors() {
		return nil, fmt.Errorf("%+v", r.Diagnostics)
	}
	svc, _, err := sessiondb.Service(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, svc.Close()) }()
	return migrate.Run(ctx, svc, migrate.Schema{Keys: reading.New(r.Readable()).Migrations()}, migrate.Options{Apply: true})
}

// migrateAsChild is the whole work of a child.
func migrateAsChild(dsn string) int {
	if _, err := migrateDatabase(context.Background(), dsn, os.Getenv(childRelease)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// crowdOf writes to several apps at once, and counts what was acknowledged.
type crowdOf struct {
	apps   []onService
	totals []atomic.Int64
	serial atomic.Int64
}

// write has writers of each release write until done ends, or so many times.
func (c *crowdOf) write(t *testing.T, running []int, writers, times int, done context.Context) {
	var wg sync.WaitGroup
	for _, i := range running {
		for range writers {
			wg.Go(func() {
				for n := 0; n < times && done.Err() == nil; n++ {
					at := rand.IntN(len(c.apps))
					if err := c.apps[at].increment(t, releases[i], fmt.Sprint(c.serial.Add(1))); err != nil {
						t.Errorf("release %d: %v", i+1, err)
						return
					}
					c.totals[at].Add(1)
				}
			})
		}
	}
	wg.Wait()
}

func (c *crowdOf) check(t *testing.T, who string, r release) {
	t.Helper()
	for at, b := range c.apps {
		wantTotals(t, fmt.Sprintf("%s, app %d", who, at), b, r, int(c.totals[at].Load()))
	}
}

// TestMigrateKilled deploys three releases one after the other. While eight programs of
// each of two neighbors write, a migration to the later one is killed, and begun again.
// STATEGEN_MIGRATE_KILLS sets how often.
func TestMigrateKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes again and again")
	}
	kills := 6
	if n, err := strconv.Atoi(os.Getenv("STATEGEN_MIGRATE_KILLS")); err == nil {
		kills = n
	}
	path, dsn := filepath.Join(t.TempDir(), "state.db"), server.NewDatabase(t)
	file, fileErr := sqlite.Open(t.Context(), path)
	pg, pgErr := postgres.Open(t.Context(), dsn)
	if err := errors.Join(fileErr, pgErr); err != nil {
		t.Fatal(err)
	}
	t.Run("sqlite", func(t *testing.T) { migrateKilled(t, file, path, kills) })
	t.Run("postgres", func(t *testing.T) { migrateKilled(t, pg, dsn, kills) })
	if err := errors.Join(file.Close(), pg.Close()); err != nil {
		t.Error(err)
	}
}

func migrateKilled(t *testing.T, svc *runtime.Service, dsn string, kills int) {
	const apps = 24
	c := &crowdOf{totals: make([]atomic.Int64, apps)}
	for i := range apps {
		c.apps = append(c.apps, newOnService(t, svc, fmt.Sprint("app", i)))
	}
	for i, running := range [][]int{{0, 1}, {1, 2}} {
		done, end := context.WithCancel(t.Context())
		var writers sync.WaitGroup
		writers.Go(func() { c.write(t, running, 8, 1_000_000, done) })
		for range (kills + i) / 2 {
			killMigration(t, dsn, fmt.Sprint(i+2))
		}
		end()
		writers.Wait()
		for _, r := range running {
			c.check(t, "killed", releases[r])
		}
	}

	report, err := migrateDatabase(t.Context(), dsn, "3")
	if err != nil || report.Left() != 0 {
		t.Fatalf("%d values left, error %v", report.Left(), err)
	}
	c.check(t, "migrated", releases[2])
	if report, err = migrateDatabase(t.Context(), dsn, "3"); err != nil || report.Events != 0 {
		t.Errorf("another run appended %d events, error %v", report.Events, err)
	}
	events := 0
	for _, b := range c.apps {
		events += wantReplay(t, b)
	}
	if events == 0 {
		t.Error("no migration appended an event")
	}
	t.Logf("%d increments beside %d events of migrations", c.serial.Load(), events)
}

// killMigration runs a migration in a process, and kills it at a random moment.
func killMigration(t *testing.T, dsn, release string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDSN+"="+dsn, childRelease+"="+release)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(time.Duration(rand.IntN(600))*time.Millisecond, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	timer.Stop()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.Exited()) {
		t.Fatalf("the migration failed by itself: %v", err)
	}
}

// wantReplay compares the state with what all events come to, and returns how many of
// the session's own a migration appended.
func wantReplay(t *testing.T, b onService) (migrations int) {
	t.Helper()
	last := ""
	for e := range b.get(t, "").Events().All() {
		if last = e.ID; e.Author == "migrate" {
			migrations++
		}
	}
	stored, replayed := maps.Collect(b.state(t).All()), maps.Collect(b.asOf(t, last).All())
	if !reflect.DeepEqual(stored, replayed) {
		t.Errorf("stored\n%v\nreplayed\n%v", stored, replayed)
	}
	return migrations
}
