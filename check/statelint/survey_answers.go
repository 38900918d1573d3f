package statelint

import (
	"slices"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/statelint/internal/units"
	"github.com/seed92179c4c/stategen/diag"
	graph "github.com/seed92179c4c/stategen/flow"
)

// answersIn are the places of the output keys of agents whose text goes to who runs them
// anyway: of all but those after which others run in turn.
func answersIn(packages []*units.Package, found units.Audited) map[diag.Span]bool {
	if !found.Whole { // any may be one
		return outputsOf(packages)
	}
	answers, steps := map[diag.Span]bool{}, map[diag.Span]bool{}
	for _, u := range found.Units {
		if u.Kind != graph.Agent {
			continue
		}
		markOutputs(u, answers, map[*graph.Unit]bool{})
		if u.Runs == graph.InTurn || u.Runs == graph.Repeatedly {
			markSteps(u, steps)
		}
	}
	for at := range steps {
		delete(answers, at)
	}
	return answers
}

func outputsOf(packages []*units.Package) map[diag.Span]bool {
	at := map[diag.Span]bool{}
	for _, p := range packages {
		for _, u := range p.Uses {
			at[u.Site] = at[u.Site] || u.Kind == keys.Output
		}
	}
	return at
}

func savesOutput(p *units.Package) bool {
	return slices.ContainsFunc(p.Uses, func(u keys.Use) bool { return u.Kind == keys.Output })
}

// markSteps notes the output keys of all agents but the last that run in turn.
func markSteps(u *graph.Unit, at map[diag.Span]bool) {
	var before *graph.Unit
	for _, p := range u.Parts {
		if p.Kind != graph.Sub || p.Unit == nil {
			continue
		}
		if before != nil {
			markOutputs(before, at, map[*graph.Unit]bool{})
		}
		before = p.Unit
	}
}

// markOutputs notes the output keys of an agent and of those that it runs.
func markOutputs(u *graph.Unit, at map[diag.Span]bool, seen map[*graph.Unit]bool) {
	if seen[u] {
		return
	}
	seen[u] = true
	for _, use := range u.Uses {
		if use.Kind == keys.Output {
			at[use.Site] = true
		}
	}
	for _, p := range u.Parts {
		if p.Kind == graph.Sub && p.Unit != nil {
			markOutputs(p.Unit, at, seen)
		}
	}
}
