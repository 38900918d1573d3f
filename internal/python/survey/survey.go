package survey

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
)

// Survey is what only an audit asks for: names are followed through the whole project for it.
type Survey struct {
	Agents []Agent
	Tools  []ToolFunc // whose names stand in lists of tools only
	// Answers are the numbers of the output keys, in Found.Uses, that need no reader.
	Answers map[int]bool
	// Bare are those of reads that fail without their key, where no try statement goes on.
	Bare map[int]bool
	// Unawaited are calls of session services that never run.
	Unawaited []Unawaited
	// Awaited are calls of ADK's session services for which something waits.
	Awaited []Awaited
	// Foreign are parts of instructions that come from outside of the program.
	Foreign []Foreign
	// Misuses are uses of states and services that fail.
	Misuses []Misuse
	// Callbacks are functions that fail when ADK calls them.
	Callbacks []Callback
	// Unfilled are texts in which ADK fills no placeholders.
	Unfilled []Unfilled
	called   map[calledAs]bool // callbacks that were looked at
	// Stale are reads of sessions that a service returned before a run.
	Stale []Stale
	// Guesses are texts that may be keys of states which are not seen to be some.
	Guesses []Guess
	// Shown is whether these have all keys that the texts of Python files let an instruction show
	// which is not known.
	Shown bool
}

// surveyor looks at a whole project.
type surveyor struct {
	*adk.Project
	found  *python.Found
	survey *Survey
	// runners are functions that run agents; nil: it wasn't asked for.
	runners *running
}

// checker looks at one file.
type checker struct {
	*names.Scope
	project *surveyor
	globals map[string]bool // names of others that functions give values to; nil: it wasn't asked for
}

// Of looks at the agents as trees, and for what fails whenever it runs.
func Of(f *python.Found) *Survey {
	p := &surveyor{Project: f.Project(), found: f}
	p.survey = &Survey{Answers: map[int]bool{}, Bare: map[int]bool{}, called: map[calledAs]bool{}}
	known := map[names.Place]bool{}
	for _, u := range f.Uses {
		known[names.Place{In: p.Files[u.Key.Path], At: u.Key.Start}] = true
	}
	for _, path := range p.Paths() {
		if f := p.Files[path]; adk.UsedBy(f) {
			(&checker{Scope: p.Scope(f), project: p}).misuses()
		}
		p.survey.Guesses = append(p.survey.Guesses, p.guesses(p.Files[path], known)...)
	}
	p.unknownTexts(known)
	p.inBroken(known)
	if slices.ContainsFunc(p.Paths(), func(path string) bool { return isWorkflow(p.Files[path]) }) {
		for _, path := range p.Paths() {
			p.survey.Guesses = append(p.survey.Guesses, byParameters(p.Files[path])...)
		}
	}
	p.plant()
	return p.survey
}
