package audit_test

import (
	"fmt"
	"strings"
	"testing"

	drafts "github.com/seed92179c4c/stategen/internal/audit"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

// TestManyUses holds that an audit ends whatever there is to compare: hostile files have tens of thousands of uses
// of one key, of keys, or of places that may use any key. Comparing all of them in pairs takes many minutes.
func TestManyUses(t *testing.T) {
	const many = 20_000
	types := []source.Type{source.Int, source.Float}
	for name, key := range map[string]func(i int) string{
		"one key":                 func(int) string { return "a" },
		"many keys":               func(i int) string { return fmt.Sprintf("%x_key", i) },
		"keys that read the same": func(i int) string { return "a" + strings.Repeat("_", i%300) + "b" },
		"keys known in part":      func(i int) string { return fmt.Sprintf("k%d", i/2) + []string{"", source.UnknownPart}[i%2] },
		"any key":                 func(i int) string { return []string{"a", source.UnknownPart}[i%2] },
	} {
		t.Run(name, func(t *testing.T) {
			found := source.Found{}
			for i := range many {
				at := diag.Span{File: "a.py", Start: 2 * i, End: 2*i + 1}
				u := source.Use{Key: key(i), Kind: []source.UseKind{source.Get, source.Set}[i%2], Span: at}
				u.Type = types[i/2%2]
				u.Partial = strings.Contains(u.Key, source.UnknownPart)
				found.Uses = append(found.Uses, u)
				found.Findings = append(found.Findings, diag.Diagnostic{ID: "prose-reference", Span: at, Args: []diag.Arg{diag.Key(u.Key)}, Related: []diag.Related{{Span: at}}})
			}
			if list, _ := drafts.Findings(found, nil); len(list) == 0 {
				t.Error("nothing was found")
			}
		})
	}
}

// TestManyAgents holds the same of agents: of loops and sequences of thousands, and of agents that run each other.
func TestManyAgents(t *testing.T) {
	for _, runs := range []source.Runs{source.ByModel, source.InTurn, source.Repeatedly, source.Together} {
		t.Run(runs.String(), func(t *testing.T) {
			found := source.Found{}
			for i := range 1000 {
				at := diag.Span{File: "a.py", Start: 10 * i, End: 10*i + 1}
				key := fmt.Sprint("k", i%50)
				uses := []source.Use{{Key: key, Kind: source.Output, Span: at}, {Key: key, Kind: source.Placeholder, Span: at}}
				found.Units = append(found.Units, &source.Unit{Kind: source.Agent, Name: fmt.Sprint("agent", i), Runs: runs, Place: at, Uses: uses})
				found.Uses = append(found.Uses, uses...)
			}
			for i, u := range found.Units {
				for n := range 20 {
					u.Parts = append(u.Parts, source.Part{Unit: found.Units[(i+n)%len(found.Units)], Kind: source.Sub, Place: u.Place})
				}
			}
			drafts.Findings(found, nil)
		})
	}
}
