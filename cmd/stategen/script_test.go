package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"stategen": main})
}

// TestScripts runs the command lines under testdata/script as a user would.
func TestScripts(t *testing.T) {
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	repo, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOCACHE", strings.TrimSpace(string(cache))) // or each script compiles anew
			program, err := exec.LookPath("stategen")
			env.Setenv("STATEGEN", program)
			env.Setenv("REPO", repo)
			env.Setenv("STATEGENCACHE", filepath.Join(env.WorkDir, ".cache"))
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "sqlite": makeSQLite},
	})
}

// exits runs a command and holds its exit code: exits 2 stategen generate.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARGS]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// makeSQLite makes a database: sqlite FILE SCRIPT.
func makeSQLite(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sqlite FILE SCRIPT")
	}
	conn, err := sqlite.OpenConn(ts.MkAbs(args[0]), sqlite.OpenReadWrite, sqlite.OpenCreate)
	ts.Check(err)
	ts.Check(errors.Join(sqlitex.ExecuteScript(conn, ts.ReadFile(args[1]), nil), conn.Close()))
}
