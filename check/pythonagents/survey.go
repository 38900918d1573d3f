package pythonagents

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/survey"
)

// Survey is what only an audit asks for.
type Survey struct {
	// Agents are those of ADK's classes, in trees.
	Agents []Agent
	// Final are the numbers of the outputs, in Found.Uses, that need no reader.
	Final map[int]bool
	// Bare are those of reads that fail without their key, where no try statement goes on.
	Bare map[int]bool
	// Tools are the names of the functions that only a model calls, by the numbers of the uses
	// in them.
	Tools map[int]string
	// Unawaited are calls of session services that never run.
	Unawaited []Unawaited
	// Awaited are calls of them that a file waits for.
	Awaited []Awaited
	// Foreign are parts of instructions that come from outside of the program.
	Foreign []Foreign
	// Misuses are uses of states and services that fail.
	Misuses []Misuse
	// Callbacks are functions that fail when ADK calls them.
	Callbacks []Callback
	// Unfilled are texts in which ADK fills no placeholders.
	Unfilled []Unfilled
	// Names are the names of keys in texts that stand there as if they were values, by the
	// numbers of these: the Texts, and then the Partial.
	Names map[int][]KeyName
	// Stale are reads of sessions that a service returned before a run.
	Stale []Stale
	// Guesses are texts outside of tests that may be keys of states which are not seen to be some.
	Guesses []Guess
	// Shown is whether these have all keys that the texts of Python files let an instruction show
	// which is not known.
	Shown bool
}

// Guess is a text that may be a key, and where it stands.
type Guess struct {
	Key  string
	Span diag.Span
	// Written is whether it may be set, rather than read; Optional is whether a text for people says so.
	Written, Optional bool
}

// KeysShownIn are the keys that a text beside Python code has in braces.
func KeysShownIn(text string) []string { return survey.KeysShownIn(text, false) }

// Survey looks at the agents of the files as trees, and for what fails whenever it runs.
func (found *Found) Survey() Survey {
	read := survey.Of(&found.read)
	s := Survey{Final: read.Answers, Shown: read.Shown, Bare: read.Bare, Tools: map[int]string{}, Misuses: misusesOf(read.Misuses), Stale: staleOf(read.Stale), Names: map[int][]KeyName{}}
	for _, a := range read.Agents {
		s.Agents = append(s.Agents, agentOf(a))
	}
	type function struct {
		path string
		at   int
	}
	for _, t := range read.Foreign {
		s.Foreign = append(s.Foreign, foreignOf(t))
	}
	tools := map[function]string{}
	for _, t := range read.Tools {
		tools[function{t.Path, t.Func}] = t.Name
	}
	for i, u := range found.read.Uses {
		s.Tools[i] = tools[function{u.Key.Path, u.Func}]
	}
	for _, g := range read.Guesses {
		if !python.IsTest(g.Path) {
			s.Guesses = append(s.Guesses, Guess{g.Key, diag.Span{File: g.Path, Start: g.Start, End: g.End}, g.Written, g.Optional})
		}
	}
	for _, u := range read.Unawaited {
		s.Unawaited = append(s.Unawaited, unawaitedOf(u))
	}
	for _, c := range read.Callbacks {
		s.Callbacks = append(s.Callbacks, callbackOf(c))
	}
	for _, t := range read.Unfilled {
		s.Unfilled = append(s.Unfilled, Unfilled{textOf(t.Literal), t.Argument, t.Returned, python.IsTest(t.Path)})
	}
	for _, w := range read.Awaited {
		s.Awaited = append(s.Awaited, Awaited{w.Path, w.Method})
	}
	for i, p := range slices.Concat(found.read.Prompts, found.read.Partial) {
		s.Names[i] = keyNamesOf(found.read.KeyNames(p))
	}
	return s
}

// Unawaited is a call of a session service for which nothing waits.
type Unawaited struct {
	Span   diag.Span // of the method's name
	Method string
	// Used is where the result is used as if it were a session; nil: it isn't.
	Used *diag.Span
	// Sure is whether the service is ADK's, and Awaited whether the file waits for such calls
	// elsewhere.
	Sure, Awaited, Test bool
}

// Awaited is a method of ADK's session services for which a file waits.
type Awaited struct{ File, Method string }

func unawaitedOf(u survey.Unawaited) Unawaited {
	of := Unawaited{Span: diag.Span{File: u.Path, Start: u.Start, End: u.End}, Method: u.Method, Sure: u.Sure, Awaited: u.Awaited, Test: python.IsTest(u.Path)}
	if u.Used >= 0 {
		of.Used = &diag.Span{File: u.Path, Start: u.Used, End: u.Used + 1}
	}
	return of
}
