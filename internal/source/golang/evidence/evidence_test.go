package evidence_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/evidence"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
	"golang.org/x/tools/txtar"
)

// TestEvidence holds what a snippet says about state keys: what is done with each, with which
// types, and what becomes of the code when the key is missing.
func TestEvidence(t *testing.T) {
	snippet.Golden(t, "testdata", func(t *testing.T, _ *txtar.Archive, p *snippet.Program) string {
		var order []string
		at := map[string]string{} // what is said of each place
		say := func(place, text string) {
			if at[place] == "" {
				order = append(order, place)
				at[place] = place
			}
			at[place] += " | " + text
		}
		var gathered []evidence.Evidence
		for _, ap := range p.Passes {
			pkg := follow.NewPackage(ap, p.Sources)
			pkg.IndexAll()
			values := follow.NewValues(pkg)
			c := evidence.New(values, report.New(pkg, nil, nil, true), prompt.ForADK().UndeclaredIn)
			c.Run()
			gathered = append(gathered, c.Evidence...)
			gathered = append(gathered, c.Evidence...) // as with tests: of a package that is read again nothing is new
			for _, n := range c.NotChecked {
				say(p.Place(n.Span), n.Reason)
			}
		}
		for _, e := range evidence.Once(gathered) {
			say(p.Place(e.Span), said(e))
		}
		slices.Sort(order)
		text := ""
		for _, place := range order {
			text += at[place] + "\n"
		}
		return text
	})
}

var kinds = map[source.UseKind]string{
	source.Get: "get", source.Set: "set", source.Clear: "clear", source.Output: "output", source.Placeholder: "placeholder",
}

// said is what one evidence says.
func said(e evidence.Evidence) string {
	text := fmt.Sprintf("%s %q", kinds[e.Kind], strings.ReplaceAll(e.Key, follow.HoleMark, "…"))
	for _, t := range e.Types {
		text += ", " + t.String()
	}
	for _, t := range e.Decoded {
		text += ", JSON of " + t.String()
	}
	if e.Constant != nil {
		text += ", " + e.Constant.String()
	}
	if e.Fallback != nil {
		text += ", else " + e.Fallback.String()
	}
	text += []string{"", ", demanded", ", tolerated"}[e.Presence]
	if e.Builder != "" {
		text += ", built as " + strings.ReplaceAll(e.Builder, follow.HoleMark, "…")
	}
	for _, is := range []struct {
		so   bool
		text string
	}{{e.Passed, "passed"}, {e.Delta, "delta"}, {e.About, "about"}, {e.Optional, "optional"}} {
		if is.so {
			text += ", " + is.text
		}
	}
	return text
}
