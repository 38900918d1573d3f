//go:build unix

// Package million measures the maintenance of a store with a million sessions: what it costs,
// and what it costs those who write at the same time.
package million

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
)

const (
	variable = "STATEGEN_TEST_MILLION"            // how many sessions
	stepsOf  = "STATEGEN_TEST_MILLION_STEPS"      // some of the steps, with commas between; otherwise all
	command  = "STATEGEN_TEST_COMMAND"            // the path of the command stategen
	listed   = "STATEGEN_TEST_MILLION_LIST_STORE" // in a process that Run has started: what to list
)

// Sessions returns how many sessions are asked for, by an environment variable; the test
// is left out if none are.
func Sessions(t *testing.T) int {
	n, _ := strconv.Atoi(os.Getenv(variable))
	if n == 0 {
		t.Skip("it takes minutes: set " + variable + " to the number of sessions")
	}
	return n
}

// Child is for TestMain: in a process that Run has started it lists all sessions, and ends.
func Child() {
	store := os.Getenv(listed)
	if store == "" {
		return
	}
	svc, _, err := sessiondb.Service(context.Background(), store)
	if err == nil {
		_, err = listAll(context.Background(), svc)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Run measures what is done with a store that holds n sessions of the app "big", each tenth of them idle,
// of n/10 users u0, u1, …; and one of the user "long" with a long history. It prints
// a table, line by line; what was measured is there if it is interrupted.
//
// With the path of the command stategen in STATEGEN_TEST_COMMAND it also exports all of the
// database that dsn names, and imports as many sessions into it.
func Run(t *testing.T, svc *runtime.Service, n int, dsn string) {
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	w := start(t, svc)
	defer w.stop()
	fmt.Printf("\n| %d sessions, %d writers | time | p99 idle | p99 meanwhile | ratio | lost | memory | of the command |\n|---|---|---|---|---|---|---|---|\n", n, writers)
	only := os.Getenv(stepsOf)
	for _, s := range steps(t, svc, n, dsn) {
		if ctx.Err() != nil || only != "" && !slices.Contains(strings.Split(only, ","), s.name) {
			continue
		}
		m := &measuring{writing: w, step: s}
		if err := m.run(ctx); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		fmt.Println(m.row(w.lost(t)))
	}
}

// step is what is done while writers go on.
type step struct {
	name  string
	does  string
	times int  // how often it is done, as a whole; 0: once, with waits at the gate between
	cut   bool // it ends early with its context, and goes on where it was when it is called again
	run   func(ctx context.Context, g *gate) (what string, err error)
}

func steps(t *testing.T, svc *runtime.Service, n int, dsn string) []step {
	all := []step{
		{name: "list", does: "list all, in pages of 1,000", times: 5, run: func(ctx context.Context, _ *gate) (string, error) { return listAll(ctx, svc) }},
		{name: "list-outside", does: "the same from another process", times: 5, run: func(ctx context.Context, _ *gate) (string, error) { return listOutside(ctx, dsn) }},
		{name: "erase", does: "erase 100 users", times: 5, run: func(ctx context.Context, _ *gate) (string, error) { return eraseUsers(ctx, svc, 100) }},
		{name: "erase-long", does: "erase a user with 300,000 events", cut: true, run: func(ctx context.Context, _ *gate) (string, error) {
			return "", svc.DeleteUser(ctx, runtime.DeleteUserRequest{AppName: "big", UserID: "long"})
		}},
		{name: "prune", does: "prune the idle tenth", run: func(ctx context.Context, g *gate) (string, error) {
			r, err := svc.Prune(ctx, runtime.PruneRequest{AppName: "big", IdleFor: 24 * time.Hour, Progress: func(runtime.PruneReport) { g.pass() }})
			return fmt.Sprint(r.Sessions, " sessions"), err
		}},
		{name: "compact", does: "compact", cut: true, run: func(ctx context.Context, _ *gate) (string, error) {
			return "", svc.Compact(ctx, runtime.CompactRequest{})
		}},
		{name: "rewrite", does: "compact, rewriting", times: 1, run: func(ctx context.Context, _ *gate) (string, error) {
			return "", svc.Compact(ctx, runtime.CompactRequest{Rewrite: true})
		}},
	}
	path := os.Getenv(command)
	if path == "" {
		t.Logf("%s is not set: nothing is exported and imported", command)
		return all
	}
	all = slices.Insert(all, 3, step{name: "export", does: "`db export` all", run: func(ctx context.Context, g *gate) (string, error) { return export(ctx, g, path, dsn) }})
	return append(all, step{name: "import", does: fmt.Sprintf("`db import` %d sessions", n), run: func(ctx context.Context, g *gate) (string, error) { return imports(ctx, g, path, dsn, n) }})
}

func listAll(ctx context.Context, svc *runtime.Service) (string, error) {
	r := runtime.ListRequest{AppName: "big", Limit: 1000}
	for n := 0; ; {
		page, err := svc.List(ctx, r)
		n += len(page)
		if err != nil || len(page) < r.Limit {
			return fmt.Sprint(n, " sessions"), err
		}
		r.Cursor = page[len(page)-1].Cursor()
	}
}

// eraseUsers erases the first n users but the one with a long history.
func eraseUsers(ctx context.Context, svc *runtime.Service, n int) (string, error) {
	var names []string
	for name, err := range svc.Users(ctx, runtime.UsersRequest{AppName: "big", After: "u"}) {
		if err != nil {
			return "", err
		}
		if names = append(names, name); len(names) == n {
			break
		}
	}
	for _, name := range names {
		if err := svc.DeleteUser(ctx, runtime.DeleteUserRequest{AppName: "big", UserID: name}); err != nil {
			return "", err
		}
	}
	return fmt.Sprint(len(names), " users"), nil
}
