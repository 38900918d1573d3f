package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/workspace"
)

// TestDiffApplies holds that what --diff prints makes of the old text the new one,
// where git applies it. Lines repeat, so that a wrong number in a hunk's header
// changes another line than the one that is meant.
func TestDiffApplies(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		var changes []workspace.Change
		for _, name := range []string{"a.md", "b.md", "c.md"} {
			before := randomLines(random)
			after := edited(random, before)
			if strings.Join(before, "") == strings.Join(after, "") {
				continue
			}
			c := workspace.Change{Path: name, Before: []byte(strings.Join(before, "")), After: []byte(strings.Join(after, ""))}
			if err := os.WriteFile(filepath.Join(dir, name), c.Before, 0o666); err != nil {
				t.Fatal(err)
			}
			changes = append(changes, c)
		}
		applied(t, dir, changes)
	}
}

func applied(t *testing.T, dir string, changes []workspace.Change) {
	t.Helper()
	var patch bytes.Buffer
	if err := printDiffs(&patch, changes); err != nil {
		t.Fatal(err)
	}
	git := exec.CommandContext(t.Context(), "git", "apply", "-p0", "--whitespace=nowarn", "-")
	git.Dir, git.Stdin = dir, bytes.NewReader(patch.Bytes())
	git.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := git.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, patch.Bytes())
	}
	for _, c := range changes {
		if got, err := os.ReadFile(filepath.Join(dir, c.Path)); string(got) != string(c.After) {
			t.Fatalf("%s, %v, is %q, want %q, by\n%s", c.Path, err, got, c.After, patch.Bytes())
		}
	}
}

func randomLines(random *rand.Rand) []string {
	lines := make([]string, 10+random.IntN(150))
	for i := range lines {
		lines[i] = []string{"x\n", "x\n", "x\n", "x\n", "y\r\n"}[random.IntN(5)]
	}
	if random.IntN(2) == 0 {
		lines[len(lines)-1] = "end"
	}
	return lines
}

func edited(random *rand.Rand, lines []string) []string {
	var after []string
	for _, line := range lines {
		switch random.IntN(30) {
		case 0:
		case 1:
			after = append(after, "new\n", line)
		case 2:
			after = append(after, "other\n")
		default:
			after = append(after, line)
		}
	}
	return after
}
