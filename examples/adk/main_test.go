package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun holds that visits print what the README shows. There are several, since a dish
// that does not count is a matter of luck.
func TestRun(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, first, _ := strings.Cut(string(readme), "$ go run .\n")
	first, _, ok := strings.Cut(first, "```")
	if !ok {
		t.Fatal("the README shows no run")
	}
	file := filepath.Join(t.TempDir(), "restaurant.db")
	for visit := range 25 {
		earlier := 20 * visit
		want := strings.NewReplacer(
			"spent 14", fmt.Sprint("spent ", earlier+14),
			"spent 20", fmt.Sprint("spent ", earlier+20),
			"user:spent  20", fmt.Sprint("user:spent  ", earlier+20),
		).Replace(first)
		var out strings.Builder
		if err := run(t.Context(), file, &out); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Fatalf("visit %d prints\n%s\nand not\n%s", visit+1, out.String(), want)
		}
	}
}
