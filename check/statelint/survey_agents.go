package statelint

import (
	"slices"
	"strings"

	"golang.org/x/mod/semver"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/statelint/internal/units"
	graph "github.com/seed92179c4c/stategen/flow"
)

// findAgents finds the agents of packages of which some saves its answer: the others say nothing
// of keys.
func (s *survey) findAgents() units.Audited {
	if !slices.ContainsFunc(s.units, savesOutput) {
		return units.Audited{Whole: true}
	}
	return units.Audit(s.units, units.Few)
}

// agents are those of the packages, as an audit sees them.
func (s *survey) agents(r *Surveyed, found units.Audited) {
	if !found.Whole {
		return
	}
	number, parents := map[*graph.Unit]int{}, map[*graph.Unit]int{}
	var list []*graph.Unit
	for _, u := range found.Units {
		if u.Kind == graph.Agent {
			number[u] = len(list)
			list = append(list, u)
			for _, p := range u.Parts {
				parents[p.Unit]++
			}
		}
	}
	saves := savesAll(r.ADK)
	for _, u := range list {
		a := audit.Agent{Texts: found.Texts[u], SavesAll: saves, Run: found.Roots[u], Root: found.Roots[u] || parents[u] == 0, Prepared: len(u.Open) > 0}
		a.Runs, a.Below = runsOf(u, number)
		a.Prepared = a.Prepared || u.Runs == graph.ByCode || u.Runs == graph.InGraph || parents[u] > 1 || len(found.Roots) != 1
		for _, use := range u.Uses {
			if use.Kind == keys.Output {
				a.Output = use.Site
			}
		}
		for _, p := range u.Parts {
			addPart(&a, p, found.Exits)
		}
		r.Agents = append(r.Agents, a)
	}
}

// runsOf says how an agent runs those below it, and which these are; -1: one that is not seen.
func runsOf(u *graph.Unit, number map[*graph.Unit]int) (runs audit.Runs, below []int) {
	for _, p := range u.Parts {
		if n, ok := number[p.Unit]; ok && p.Kind == graph.Sub {
			below = append(below, n)
		}
	}
	if len(u.Open) > 0 {
		below = append(below, -1)
	}
	switch u.Runs {
	case graph.InTurn:
		runs = audit.Sequence
	case graph.Repeatedly:
		runs = audit.Loop
	case graph.Together:
		runs = audit.Parallel
	case graph.ByCode, graph.InGraph:
		below = append(below, -1)
	}
	return runs, below
}

// addPart gives an agent an instruction, a tool or a callback.
func addPart(a *audit.Agent, p graph.Part, exits map[*graph.Unit]units.Exit) {
	switch {
	case p.Unit == nil:
	case p.Unit.Kind == graph.Callback:
		a.Prepared = true
	case p.Unit.Kind == graph.Tool:
		exit, ends := exits[p.Unit]
		if ends {
			a.Exit, a.Silent = exit.Name, exit.Silent
		}
		if !exit.Silent && !slices.Contains(a.Tools, p.Unit.Name) {
			a.Tools = append(a.Tools, p.Unit.Name)
		}
	}
}

// savesAll reports whether ADK saves each event of an agent under its output key: all versions do
// that are known.
func savesAll(adk Module) bool {
	latest := "v1.6.0"
	if strings.HasSuffix(adk.Path, "/v2") {
		latest = "v2.2.0"
	}
	return adk.Path != "" && semver.Compare(adk.Version, latest) <= 0
}
