package adk

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// otherKits have agents of their own, whose instructions mean something else.
var otherKits = map[string]bool{
	"agents": true, "agno": true, "autogen": true, "autogen_agentchat": true, "beeai_framework": true, "crewai": true,
	"haystack": true, "langchain": true, "langgraph": true, "llama_index": true, "phi": true, "pydantic_ai": true,
	"semantic_kernel": true, "smolagents": true, "strands": true, "swarm": true,
}

// IsAgent reports whether a call makes an agent.
func IsAgent(s *names.Scope, callee string) bool { return isAgentIn(s, callee, 0) }

func isAgentIn(s *names.Scope, callee string, deep int) bool {
	from := s.Imports[callee]
	if kit, _, _ := strings.Cut(from.Module, "."); from.Level == 0 && otherKits[kit] && s.Project.Module(s.File, from, []string{kit}) == nil {
		return false
	}
	if strings.HasSuffix(callee, "Agent") || names.IsADK(from.Module) && from.Level == 0 {
		return true
	}
	there, line, ok := classOf(s, callee)
	return ok && deep <= names.MostCalls && IsAgentClass(there, line, deep+1)
}

// classOf is where the line of the class begins that a name stands for.
func classOf(s *names.Scope, name string) (there *names.Scope, line int, ok bool) {
	in, to, ok := s.Project.Resolve(s.File, syntax.Value{Kind: syntax.Reference, Name: name})
	return s.Project.Scope(in), in.Defined[to.Name] - 1, ok && to.Kind == syntax.Function && in.Defined[to.Name] > 0
}

// MakesAgent reports whether a call makes an agent: by its class, or as a part of one that
// is derived from it.
func MakesAgent(s *names.Scope, open int) bool {
	if s.Word(open-1) == "__init__" && s.Word(open-2) == "." && s.Word(open-3) == ")" && s.Word(open-5) == "super" {
		return IsAgentClass(s, s.ClassAround(open), 0)
	}
	return IsAgent(s, s.Word(open-1))
}

// MakesOwnAgent reports whether a call makes an agent of a class of ADK, or of one that is derived
// from it as far as these files show: others may do with a text what they like.
func MakesOwnAgent(s *names.Scope, open int) bool {
	if s.Word(open-1) == "__init__" {
		return IsOwnAgentClass(s, s.ClassAround(open), 0)
	}
	return s.IsOfADK(open-1) || isADKsClass(s, s.Word(open-1), 0)
}

// uninstructed are ADK's classes of agents that have no instruction.
var uninstructed = map[string]bool{"BaseAgent": true, "SequentialAgent": true, "LoopAgent": true, "ParallelAgent": true}

// MakesUninstructed reports whether a call makes an agent of one of these classes, or of one that is
// derived from no other class of agents.
func MakesUninstructed(s *names.Scope, open int) bool {
	if s.Word(open-1) == "__init__" {
		return isUninstructedClass(s, s.ClassAround(open), 0)
	}
	return s.IsOfADK(open-1) && uninstructed[s.Word(open-1)] || isUninstructed(s, s.Word(open-1), 0)
}

func isUninstructed(s *names.Scope, name string, deep int) bool {
	if from, ok := s.Imports[name]; ok && from.Level == 0 && names.IsADK(from.Module) {
		return uninstructed[from.Name]
	}
	there, line, ok := classOf(s, name)
	return ok && deep <= names.MostCalls && isUninstructedClass(there, line, deep+1)
}

func isUninstructedClass(s *names.Scope, line, deep int) bool {
	return s.Derives(line, func(base string) bool { return isUninstructed(s, base, deep) }) &&
		!s.Derives(line, func(base string) bool { return isAgentIn(s, base, deep) && !isUninstructed(s, base, deep) })
}

func isADKsClass(s *names.Scope, name string, deep int) bool {
	if from, ok := s.Imports[name]; ok && from.Level == 0 && names.IsADK(from.Module) {
		return true
	}
	there, line, ok := classOf(s, name)
	return ok && deep <= names.MostCalls && IsOwnAgentClass(there, line, deep+1)
}

// IsOwnAgentClass reports whether the class whose line begins at a token is derived from one of ADK
// itself, and does nothing to instructions.
func IsOwnAgentClass(s *names.Scope, line, deep int) bool {
	return !changesTexts(s, line) && s.Derives(line, func(base string) bool { return isADKsClass(s, base, deep) })
}

// changesTexts reports whether a class does something to the instructions of its agents.
func changesTexts(s *names.Scope, line int) bool {
	return s.InBody(line, func(i int) bool {
		if strings.Trim(s.Word(i), `'"`) != "instruction" {
			return false
		}
		next := i + 1
		if s.Word(next) == "]" {
			next++
		}
		isArgument := s.Opens[i] >= 0 && next == i+1 || s.Tokens[i].Line == i
		return s.Word(next) == "=" && !isArgument || s.Word(next) == "." && (s.Word(next+1) == "replace" || s.Word(next+1) == "format")
	})
}

// IsAgentClass reports whether a class is derived from an agent's.
func IsAgentClass(s *names.Scope, line, deep int) bool {
	return s.Derives(line, func(base string) bool { return isAgentIn(s, base, deep) })
}

// Runs says how an agent runs those below it, by the numbers that audit has for it.
type Runs uint8

const (
	Model    Runs = iota // a model decides, after it got the agent's instruction
	Sequence             // one after another
	Loop                 // one after another, again and again
	Parallel             // all at the same time
)

// runsOf are ADK's classes of agents. A remote one sends its answer back, and no changes of the
// state.
var runsOf = map[string]Runs{
	"Agent": Model, "LlmAgent": Model, "SequentialAgent": Sequence, "LoopAgent": Loop, "ParallelAgent": Parallel,
	"RemoteA2aAgent": Model,
}

// RunsAs says how ADK's class of agents of a name runs those below it; false: there is none.
func RunsAs(class string) (Runs, bool) {
	runs, ok := runsOf[class]
	return runs, ok
}
