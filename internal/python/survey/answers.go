package survey

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// answers notes which output keys need no reader: those of agents after which no other one runs in
// turn, so that their text is the answer itself, or goes to the model that called them. Where the
// instruction of another one in the tree speaks of the key, that was meant to read it.
func (f *forest) answers() {
	above := f.above()
	speaks := f.spokenOf()
	for i, u := range f.found.Uses {
		if u.Kind == python.OutputKey {
			n, ok := f.number[u.Agent]
			f.survey.Answers[i] = !ok || !f.isFollowed(n, above) && !isMeant(n, speaks[u.Key.Text], above)
		}
	}
}

// isMeant reports whether one of some agents is in the same tree as another, and doesn't run it.
func isMeant(n int, others []int, above map[int][]int) bool {
	if len(others) == 0 {
		return false
	}
	over := reach(n, above)
	return slices.ContainsFunc(others, func(o int) bool {
		return !over[o] && slices.ContainsFunc(slices.Collect(maps.Keys(reach(o, above))), func(m int) bool { return over[m] })
	})
}

// reach are an agent and those that run it, in any number of steps.
func reach(n int, above map[int][]int) map[int]bool {
	found := map[int]bool{n: true}
	for list := []int{n}; len(list) > 0; list = list[1:] {
		for _, m := range above[list[0]] {
			if !found[m] && len(found) < mostFound {
				found[m] = true
				list = append(list, m)
			}
		}
	}
	return found
}

// mostFound is how many agents run one, in any number of steps.
const mostFound = 1000

// above are the agents that run each one.
func (f *forest) above() map[int][]int {
	above := map[int][]int{}
	for n, a := range f.survey.Agents {
		for _, b := range a.Below {
			above[b] = append(above[b], n)
		}
	}
	return above
}

// isFollowed reports whether another agent runs after one in turn, as far as is seen.
func (f *forest) isFollowed(n int, above map[int][]int) bool {
	seen := map[int]bool{n: true}
	for list := []int{n}; len(list) > 0; list = list[1:] {
		for _, m := range above[list[0]] {
			a := f.survey.Agents[m]
			if a.Runs == adk.Loop || a.Runs == adk.Sequence && a.Below[len(a.Below)-1] != list[0] {
				return true
			}
			if a.Runs != adk.Model && !seen[m] {
				seen[m] = true
				list = append(list, m)
			}
		}
	}
	return false
}

// mostSpeakers is how many agents are kept whose instructions speak of one key.
const mostSpeakers = 10

// spokenOf are the agents whose instructions speak of keys, other than in braces. Names that may
// be words of prose are left out.
func (f *forest) spokenOf() map[string][]int {
	speaks := map[string][]int{}
	for _, u := range f.found.Uses {
		if u.Kind == python.OutputKey && strings.Contains(u.Key.Text, "_") {
			speaks[u.Key.Text] = nil
		}
	}
	isNoName := func(c rune) bool { return c > 127 || c != '{' && !syntax.IsNameByte(byte(c)) }
	for n, a := range f.survey.Agents {
		for _, l := range a.Instructions {
			for _, word := range strings.FieldsFunc(l.Text, isNoName) {
				if list, ok := speaks[word]; ok && len(list) < mostSpeakers && !slices.Contains(list, n) {
					speaks[word] = append(list, n)
				}
			}
		}
	}
	return speaks
}
