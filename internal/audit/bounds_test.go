package audit_test

import (
	"fmt"
	"strings"
	"testing"

	drafts "github.com/seed92179c4c/stategen/internal/audit"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/keys"
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
		"keys known in part":      func(i int) string { return fmt.Sprintf("k%d", i/2) + []string{"", keys.UnknownPart}[i%2] },
		"any key":                 func(i int) string { return []string{"a", keys.UnknownPart}[i%2] },
	} {
		t.Run(name, func(t *testing.T) {
			found := source.Found{}
			for i := range many {
				at := diag.Span{File: "a.py", Start: 2 * i, End: 2*i + 1}
				u := keys.Use{Key: key(i), Kind: []keys.UseKind{keys.Get, keys.Set}[i%2], Span: at}
				u.Partial = strings.Contains(u.Key, keys.UnknownPart)
				found.Uses = append(found.Uses, source.Use{Use: u, Type: types[i/2%2]})
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
	for _, runs := range []flow.Runs{flow.ByModel, flow.InTurn, flow.Repeatedly, flow.Together} {
		t.Run(runs.String(), func(t *testing.T) {
			found := source.Found{}
			for i := range 1000 {
				at := diag.Span{File: "a.py", Start: 10 * i, End: 10*i + 1}
				key := fmt.Sprint("k", i%50)
				uses := []keys.Use{{Key: key, Kind: keys.Output, Span: at}, {Key: key, Kind: keys.Placeholder, Span: at}}
				found.Units = append(found.Units, &flow.Unit{Kind: flow.Agent, Name: fmt.Sprint("agent", i), Runs: runs, Place: at, Uses: uses})
				for _, u := range uses {
					found.Uses = append(found.Uses, source.Use{Use: u})
				}
			}
			for i, u := range found.Units {
				for n := range 20 {
					u.Parts = append(u.Parts, flow.Part{Unit: found.Units[(i+n)%len(found.Units)], Kind: flow.Sub, Place: u.Place})
				}
			}
			drafts.Findings(found, nil)
		})
	}
}
