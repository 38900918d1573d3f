package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/rules/code"
	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
	"golang.org/x/tools/txtar"
)

// TestRecorder holds what is kept of a snippet: findings, uses but for mentions, and what can't be
// followed, with the reason and what helps.
func TestRecorder(t *testing.T) {
	snippet.Golden(t, "testdata", func(t *testing.T, _ *txtar.Archive, p *snippet.Program) string {
		var lines []string
		for _, c := range p.Check(t) {
			for i, d := range c.Findings {
				lines = append(lines, fmt.Sprintf("%s: %s %s, seen at %s", p.Place(d.Span), d.Severity, d.Message, p.Place(c.Sites[i])))
			}
			for _, n := range c.NotChecked {
				lines = append(lines, p.Place(n.Span)+": "+n.Reason)
			}
			for _, u := range c.Uses {
				if u.Kind != source.Mention {
					lines = append(lines, p.Place(u.Span)+": "+shown(u))
				}
			}
			lines = append(lines, fmt.Sprintf("%d prompts", len(c.Prompts)))
		}
		slices.Sort(lines)
		return strings.ReplaceAll(strings.Join(lines, "\n"), follow.HoleMark, "…") + "\n"
	})
}

var kinds = []string{"get", "set", "clear", "output", "placeholder", "loaded", "mention", "begin", "unset"}

func shown(u source.Use) string {
	text := kinds[u.Kind] + " " + u.Key
	for _, is := range []struct {
		so   bool
		text string
	}{{u.Partial, "partial"}, {u.Test, "test"}, {u.Callers, "callers"}} {
		if is.so {
			text += ", " + is.text
		}
	}
	return text
}

// TestWithoutSchema holds that what can't be followed is said without a way out where there is no
// schema that could name a file.
func TestWithoutSchema(t *testing.T) {
	p := snippet.Load(t, txtar.Parse([]byte(`
-- bot/bot.go --
package bot

import (
	"os"

	"google.golang.org/adk/v2/agent/llmagent"
)

var all = []llmagent.Config{{Instruction: os.Getenv("B")}}
`)))
	pkg := follow.NewPackage(p.Passes[0], p.Sources)
	pkg.IndexAll()
	r := report.New(pkg, nil, nil, false)
	handler := code.New(follow.NewValues(pkg), r, nil, nil, nil)
	for _, f := range pkg.Files {
		handler.Seed(f)
	}
	want := "this instruction is known only when the program runs"
	if len(r.NotChecked) != 1 || r.NotChecked[0].Reason != want {
		t.Errorf("got %v, want %q", r.NotChecked, want)
	}
}
