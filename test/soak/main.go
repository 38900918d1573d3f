//go:build unix

// Command soak kills writers of one session store, and the store, and proves that everything
// acknowledged is there: after each round, whole, and nothing by halves.
//
//	go -C test run ./soak -rounds 100
//
// With -plan it says what disk and processors a service needs instead.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/postgres/pgtest"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/test/capacity"
	"github.com/seed92179c4c/stategen/test/soak/writers"
)

type flags struct {
	stores          string
	rounds, writers int
	seed            uint64

	// Of the processes that it starts:
	writer, store, where string
	fileLimit            uint64
}

func main() {
	var f flags
	flag.StringVar(&f.stores, "stores", "sqlite,postgres,redis", "the stores to try, separated by commas")
	flag.IntVar(&f.rounds, "rounds", 50, "how many times the writers are killed, on each store")
	flag.IntVar(&f.writers, "writers", 4, "how many processes write at the same time")
	flag.Uint64Var(&f.seed, "seed", rand.Uint64(), "the seed of the random moments")
	flag.StringVar(&f.writer, "writer", "", "internal: be the writer of that name")
	flag.StringVar(&f.store, "store", "", "internal: the writer's store")
	flag.StringVar(&f.where, "where", "", "internal: the store's file or connection string")
	flag.Uint64Var(&f.fileLimit, "file-limit", 0, "internal: no file may grow beyond this many bytes")
	planned := flag.Bool("plan", false, "print what a service needs from a store, given the flags that follow, and run nothing")
	load := capacity.Example
	flag.IntVar(&load.Sessions, "sessions", load.Sessions, "plan: how many sessions there are")
	flag.Float64Var(&load.EventsPerDay, "events", load.EventsPerDay, "plan: how many events a day")
	flag.IntVar(&load.EventBytes, "event-bytes", load.EventBytes, "plan: bytes of an event as JSON, with content and delta")
	flag.IntVar(&load.Keys, "keys", load.Keys, "plan: how many keys a session has")
	flag.IntVar(&load.ValueBytes, "value-bytes", load.ValueBytes, "plan: bytes of a key and its value")
	flag.Float64Var(&load.Days, "days", load.Days, "plan: for how many days events are kept")
	flag.Float64Var(&load.Peak, "peak", load.Peak, "plan: the busiest second, as a multiple of the average")
	flag.Float64Var(&load.HotShare, "hot", load.HotShare, "plan: the part of the events that change one and the same key, 0 to 1")
	flag.Parse()
	if *planned {
		if err := load.Print(os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "soak:", err)
			os.Exit(1)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := f.soak
	if f.writer != "" {
		run = f.write
	}
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// write is what a started process does.
func (f flags) write(ctx context.Context) error {
	if err := limitFiles(f.fileLimit); err != nil {
		return err
	}
	svc, err := open(ctx, f.store, f.where)
	if err != nil {
		return err
	}
	return writers.Write(ctx, svc, f.writer, 0, os.Stdout)
}

func open(ctx context.Context, store, where string) (*runtime.Service, error) {
	switch store {
	case "sqlite":
		return sqlite.Open(ctx, where)
	case "postgres":
		return postgres.Open(ctx, where)
	default:
		return nil, fmt.Errorf("unknown store %q", store)
	}
}

func (f flags) soak(ctx context.Context) error {
	fmt.Printf("seed %d\n", f.seed)
	for _, store := range strings.Split(f.stores, ",") {
		var err error
		switch store {
		case "sqlite":
			err = f.soakSQLite(ctx)
		case "postgres":
			err = f.soakPostgres(ctx)
		case "redis":
			err = f.soakRedis(ctx)
		default:
			err = fmt.Errorf("unknown store %q", store)
		}
		if err != nil {
			return fmt.Errorf("%s: %w (seed %d)", store, err, f.seed)
		}
	}
	return nil
}

func (f flags) soakSQLite(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "soak")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	r := f.newRun("sqlite", filepath.Join(folder, "sessions.db"))
	if err := r.rounds(ctx, "writers killed", f.rounds, r.killWriters); err != nil {
		return err
	}
	return r.rounds(ctx, "disk full", max(f.rounds/10, 1), r.fillDisk)
}

func (f flags) soakPostgres(ctx context.Context) error {
	server, err := pgtest.Start()
	if err != nil {
		return err
	}
	defer server.Stop()
	r := f.newRun("postgres", server.ConnString("postgres"))
	if err := r.rounds(ctx, "writers killed", f.rounds, r.killWriters); err != nil {
		return err
	}
	return r.rounds(ctx, "server killed", max(f.rounds/10, 1), func() error { return r.killServer(server) })
}

// run is the soak of one store.
type run struct {
	flags
	random *rand.Rand
	acked  map[string]int64
}

func (f flags) newRun(store, where string) *run {
	f.store, f.where = store, where
	return &run{flags: f, random: rand.New(rand.NewPCG(f.seed, 1)), acked: make(map[string]int64)}
}

// rounds repeats a fault, and verifies the store after each.
func (r *run) rounds(ctx context.Context, name string, n int, fault func() error) error {
	var total int64
	for round := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fault(); err != nil {
			return fmt.Errorf("%s, round %d: %w", name, round+1, err)
		}
		var err error
		if total, err = r.verify(ctx); err != nil {
			return fmt.Errorf("%s, round %d: %w", name, round+1, err)
		}
	}
	fmt.Printf("%-9s %-15s %3d times, %d events: all there, each whole, counted once\n", r.store, name, n, total)
	return nil
}

func (r *run) verify(ctx context.Context) (int64, error) {
	svc, err := open(ctx, r.store, r.where)
	if err != nil {
		return 0, err
	}
	total, err := writers.Verify(ctx, svc, r.acked)
	return total, errors.Join(err, svc.Close())
}

func (r *run) command(writer string, args ...string) *exec.Cmd {
	args = append(args, "-writer", writer, "-store", r.store, "-where", r.where)
	return exec.Command(os.Args[0], args...)
}

// processes are the writers of a round.
func (r *run) processes(change func(*writers.Process)) []writers.Process {
	processes := make([]writers.Process, r.writers)
	for i := range processes {
		writer := "w" + strconv.Itoa(i)
		processes[i] = writers.Process{
			Writer: writer, KillAfter: 1 + r.random.IntN(30),
			Command: func() *exec.Cmd { return r.command(writer) },
		}
		change(&processes[i])
	}
	return processes
}
