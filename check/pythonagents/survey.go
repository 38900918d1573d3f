package pythonagents

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/python"
)

// Survey is what only an audit asks for.
type Survey struct {
	// Agents are those of ADK's classes, in trees.
	Agents []Agent
	// Final are the numbers of the outputs, in Found.Uses, of agents after which no other one
	// runs, and Tools those of the uses in functions that only a model calls.
	Final, Tools map[int]bool
	// Unawaited are calls of session services that never run.
	Unawaited []Unawaited
	// Misuses are uses of states and services that fail.
	Misuses []Misuse
	// Names are the names of keys in texts that stand there as if they were values, by the
	// numbers of these: the Texts, and then the Partial.
	Names map[int][]KeyName
}

// Survey looks at the agents of the files as trees, and for what fails whenever it runs.
func (found *Found) Survey() Survey {
	read := found.read.Survey()
	s := Survey{Final: read.Answers, Tools: map[int]bool{}, Misuses: misusesOf(read.Misuses), Names: map[int][]KeyName{}}
	for _, a := range read.Agents {
		s.Agents = append(s.Agents, agentOf(a))
	}
	tools := map[python.ToolFunc]bool{}
	for _, t := range read.Tools {
		tools[t] = true
	}
	for i, u := range found.read.Uses {
		s.Tools[i] = tools[python.ToolFunc{Path: u.Key.Path, Func: u.Func}]
	}
	for _, u := range read.Unawaited {
		s.Unawaited = append(s.Unawaited, unawaitedOf(u))
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

func unawaitedOf(u python.Unawaited) Unawaited {
	of := Unawaited{Span: diag.Span{File: u.Path, Start: u.Start, End: u.End}, Method: u.Method, Sure: u.Sure, Awaited: u.Awaited, Test: isTest(u.Path)}
	if u.Used >= 0 {
		of.Used = &diag.Span{File: u.Path, Start: u.Used, End: u.Used + 1}
	}
	return of
}
