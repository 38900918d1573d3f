package rewrite_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint/internal/snippet"
	"github.com/seed92179c4c/stategen/diag"
	"golang.org/x/tools/txtar"
)

// TestRewrite holds which lines the fixes of raw keys change, and which raw keys they leave, with
// the reason. What they make compiles, and has nothing more to fix.
func TestRewrite(t *testing.T) {
	snippet.Golden(t, "testdata", func(t *testing.T, _ *txtar.Archive, p *snippet.Program) string {
		fixed := diag.ApplyFixes(snippet.Findings(p.Check(t)), p.Sources.All())
		after, changes := &txtar.Archive{}, ""
		for _, f := range p.Files {
			text, ok := fixed.Files[p.Name(f.Name)]
			if !ok {
				text = f.Data
			}
			after.Files = append(after.Files, txtar.File{Name: f.Name, Data: text})
			changes += changed(f.Name, f.Data, text)
		}
		again := snippet.Load(t, after)
		for _, err := range again.Errors {
			t.Errorf("what fixes make does not compile: %v", err)
		}
		left := diag.ApplyFixes(snippet.Findings(again.Check(t)), again.Sources.All())
		for _, d := range left.Done {
			t.Errorf("a second run fixes %s", d.Message)
		}
		for _, d := range left.Left {
			if d.ID == check.RawKey.ID {
				changes += fmt.Sprintf("%s: %s\n", again.Place(d.Span), d.Message)
			}
		}
		return changes
	})
}

// changed is the lines of a file that a fix changes.
func changed(name string, before, after []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(diff.Diff(name, before, name, after))) {
		if strings.HasPrefix(line, "-") || strings.HasPrefix(line, "+") {
			b.WriteString(line)
		}
	}
	return b.String()
}
