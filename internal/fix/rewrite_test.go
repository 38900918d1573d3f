package fix_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/snippet"
	"golang.org/x/tools/txtar"
)

// TestRewrite holds what the fixes of raw keys write, and which raw keys they leave, with the reason. What they make compiles, and has nothing more to fix.
func TestRewrite(t *testing.T) {
	snippet.Golden(t, "testdata", func(t *testing.T, _ *txtar.Archive, p *snippet.Program) string {
		fixed := diag.ApplyFixes(snippet.Findings(p.Check(t)), p.Sources.All())
		var b strings.Builder
		written := map[diag.Edit]bool{} // imports come with each fix of a file
		for _, d := range fixed.Done {
			fmt.Fprintf(&b, "%s: %s", p.Place(d.Span), d.Fixes[0].Message)
			for _, e := range d.Fixes[0].Edits {
				if !written[e] {
					fmt.Fprintf(&b, "; %q for %q", e.NewText, p.Sources.Open(p.Sources.Path(e.Span.File)).Text[e.Span.Start:e.Span.End])
				}
				written[e] = true
			}
			b.WriteString("\n")
		}
		after := &txtar.Archive{}
		for _, f := range p.Files {
			if text, ok := fixed.Files[p.Name(f.Name)]; ok {
				f.Data = text
			}
			after.Files = append(after.Files, f)
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
			if d.ID == "raw-key" {
				fmt.Fprintf(&b, "%s: left: %s\n", again.Place(d.Span), d.Message)
			}
		}
		return b.String()
	})
}
