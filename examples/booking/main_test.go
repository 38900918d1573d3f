package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	folder := t.TempDir()
	bad := filepath.Join(folder, "bad.yaml")
	if err := os.WriteFile(bad, []byte("- {user: ana}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args   []string
		code   int
		stderr string // begins with
	}{
		"help":               {[]string{"-h"}, 0, "Usage of booking:"},
		"unknown flag":       {[]string{"-database", "x"}, 2, "flag provided but not defined: -database"},
		"argument":           {[]string{"x"}, 2, `booking: unexpected argument "x"`},
		"no such script":     {[]string{"-db", inMemory, "-conversations", "no.yaml"}, 1, "booking: open no.yaml: no such file or directory"},
		"bad script":         {[]string{"-db", inMemory, "-conversations", bad}, 1, "booking: " + bad + ": entry 1: user, conversation and says are needed"},
		"file can't be made": {[]string{"-db", filepath.Join(folder, "none", "booking.db")}, 1, "booking: session database"},
		"memory":             {[]string{"-db", inMemory}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr strings.Builder
			code := run(t.Context(), c.args, &stdout, &stderr, false)
			if code != c.code || !strings.HasPrefix(stderr.String(), c.stderr) || c.stderr == "" && stderr.Len() > 0 {
				t.Errorf("exit code %d, standard error:\n%s", code, stderr.String())
			}
		})
	}
}

// TestRunAgain plays on the file of an earlier run: conversations go on, and
// what was sold stays sold.
func TestRunAgain(t *testing.T) {
	db := filepath.Join(t.TempDir(), "booking.db")
	timelines := make([]string, 2)
	for i := range timelines {
		var stdout, stderr strings.Builder
		if code := run(t.Context(), []string{"-db", db}, &stdout, &stderr, false); code != 0 {
			t.Fatalf("run %d: exit code %d\n%s", i+1, code, stderr.String())
		}
		if want := "The state is kept in " + db + "; -db " + db + " goes on with it.\n"; stderr.String() != want {
			t.Errorf("standard error %q, want %q", stderr.String(), want)
		}
		timelines[i] = stdout.String()
	}
	for i, want := range []string{"Seat 12A is yours", "Seat 14F is yours"} {
		if !strings.Contains(timelines[i], want) {
			t.Errorf("run %d does not say %q", i+1, want)
		}
	}
}

func TestColours(t *testing.T) {
	var plain, coloured strings.Builder
	run(t.Context(), []string{"-db", inMemory}, &plain, &strings.Builder{}, false)
	run(t.Context(), []string{"-db", inMemory}, &coloured, &strings.Builder{}, true)
	if strings.Contains(plain.String(), "\x1b") || !strings.Contains(coloured.String(), "\x1b[") {
		t.Error("colours stand where they should not, or not where they should")
	}
}
