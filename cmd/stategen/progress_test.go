package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTotals holds that progress has a total where one is known, and says so elsewhere.
func TestTotals(t *testing.T) {
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
