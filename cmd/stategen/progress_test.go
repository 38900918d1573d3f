package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// TestTotals holds that progress has a total where one is known, and says so elsewhere.
func TestTotals(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	svc, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"1", "2"} {
		if _, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: id}); err != nil {
			t.Fatal(err)
		}
	}
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	for database, want := range map[string]string{path: "1 of 2 sessions", path + "x": "1 session, of how many isn't known,"} {
		if got := sessionsIn(cmd, database)(1); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}

	text := strings.Repeat("x", 3<<10)
	file := filepath.Join(t.TempDir(), "in")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for want, r := range map[string]io.Reader{"2 kB of 3 kB read": f, "2 kB read, of how much isn't known": strings.NewReader(text)} {
		in := &input{Reader: r}
		if _, err := io.CopyN(io.Discard, in, 2<<10); err != nil {
			t.Fatal(err)
		}
		if got := in.progress(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
