package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/rules"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
)

// TestManyFacts holds that an audit ends whatever there is to compare: hostile files have
// tens of thousands of uses of one key, keys, or places that may use any key. Comparing
// all of them in pairs takes many minutes.
func TestManyFacts(t *testing.T) {
	const many = 20_000
	at := func(i int) diag.Span { return diag.Span{File: "a.py", Start: i, End: i + 1} }
	forms := []audit.Form{audit.Int, audit.Float}
	for name, fact := range map[string]func(i int) audit.Fact{
		"one key": func(i int) audit.Fact {
			return audit.Fact{Key: "a", Kind: audit.Kind(i % 2), Place: at(i), Type: audit.Type{Form: forms[i/2%2]}}
		},
		"many keys": func(i int) audit.Fact {
			return audit.Fact{Key: fmt.Sprintf("%x_key", i), Kind: audit.Kind(i % 2), Place: at(i)}
		},
		"keys that read the same": func(i int) audit.Fact {
			return audit.Fact{Key: "a" + strings.Repeat("_", i%300) + "b", Kind: audit.Kind(i % 2), Place: at(i)}
		},
		"keys known in part": func(i int) audit.Fact {
			return audit.Fact{Key: fmt.Sprintf("k%d", i/2) + []string{"", keys.UnknownPart}[i%2], Place: at(i)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := audit.Project{}
			for i := range many {
				p.Facts = append(p.Facts, fact(i))
				p.Open = append(p.Open, audit.Open{Place: at(i), Reads: true})
				p.Found = append(p.Found, diag.Diagnostic{ID: "prose-reference", Related: []diag.Related{{Span: at(i)}}})
			}
			if found := rules.Findings(p); len(found) == 0 {
				t.Error("nothing was found")
			}
		})
	}
}

// TestManyAgents holds the same of agents: of loops and sequences of thousands, and of an agent
// that runs itself.
func TestManyAgents(t *testing.T) {
	for runs, name := range []string{"models", "sequences", "loops", "parallel"} {
		t.Run(name, func(t *testing.T) {
			p := audit.Project{}
			for i := range 2000 {
				output := diag.Span{File: "a.py", Start: 10 * i, End: 10*i + 1}
				text := diag.Span{File: "a.py", Start: 10*i + 2, End: 10*i + 3}
				p.Facts = append(p.Facts,
					audit.Fact{Key: fmt.Sprint("k", i%50), Kind: audit.Output, Place: output},
					audit.Fact{Key: fmt.Sprint("k", i%50), Kind: audit.Placeholder, Place: text, Fails: true})
				a := audit.Agent{Runs: audit.Runs(runs), Texts: []diag.Span{text}, Output: output, Root: true, Exit: "exit"}
				for n := range 100 {
					a.Below = append(a.Below, (i+n)%2000)
				}
				p.Agents = append(p.Agents, a)
			}
			rules.Findings(p)
		})
	}
}

// TestConflictBehindMany holds that types which contradict each other are found behind
// values of one type.
func TestConflictBehindMany(t *testing.T) {
	p := audit.Project{}
	for i, form := range []audit.Form{audit.String, audit.String, audit.UnknownForm, audit.Int, audit.String} {
		p.Facts = append(p.Facts, audit.Fact{
			Key: "a", Kind: audit.Write, Place: diag.Span{File: "a.py", Start: i, End: i + 1}, Type: audit.Type{Form: form},
		})
	}
	p.Facts = append(p.Facts, audit.Fact{Key: "a", Place: diag.Span{File: "a.py", Start: 9, End: 10}, Optional: true})
	var got []string
	for _, d := range rules.Findings(p) {
		got = append(got, fmt.Sprint(d.Span.Start, d.ID))
	}
	if want := "[3conflicting-types]"; fmt.Sprint(got) != want {
		t.Errorf("found %v, not %s", got, want)
	}
}
