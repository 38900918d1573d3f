package docs

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// missing is what audit says of modules that are not there, as they are for who tries the page's program.
var missing = regexp.MustCompile(`(?m)^the Go module in \. was read without the modules that it needs: .*\n`)

// TestAuditPage runs the audit of the page's program, which prints what the page
// shows. What the program imports is not there.
func TestAuditPage(t *testing.T) {
	all := pages(t)
	page := all[slices.IndexFunc(all, func(p page) bool { return p.file == "audit.md" })]
	source := page.blocks[slices.IndexFunc(page.blocks, func(b block) bool { return b.lang == "golang" })].text
	dir := t.TempDir()
	for name, text := range map[string]string{
		"trip.go": source,
		"go.mod":  "module example.com/trip\n\ngo 1.24\n\nrequire google.golang.org/adk/v2 v2.0.0\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program(t), "audit")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOMODCACHE="+t.TempDir())
	out, err := cmd.CombinedOutput()
	got := missing.ReplaceAllString(string(out), "")
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("the exit code is not 1: %v", err)
	}
	shown := 0
	for _, p := range all {
		for _, b := range p.blocks {
			line, want, _ := strings.Cut(b.text, "\n")
			if b.lang != "console" || line != "$ stategen audit" {
				continue
			}
			shown++
			if got != want {
				t.Errorf("%s:%d: audit prints:\n%s", p.file, b.line, got)
			}
		}
	}
	if shown != 1 {
		t.Errorf("%d pages show an audit, want one", shown)
	}
}
