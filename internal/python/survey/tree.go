package survey

import (
	"slices"
	"sort"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Agent is an agent of one of ADK's classes, with those below it.
type Agent struct {
	Path       string
	Start, End int // of its class
	Runs       adk.Runs
	// Instructions are the texts that it is known to have, Output the key of its answer.
	Instructions []*syntax.Literal
	Output       *syntax.Literal
	// Below are the agents that it runs, in their order, and those that its tools call, in
	// Survey.Agents; -1: one that can't be seen.
	Below []int
	// Hands are those of them that it hands over to, or runs itself.
	Hands []int
	// Root is whether a program runs it by itself, Run whether that is seen: it is handed to a
	// runner.
	Root, Run bool
	// Prepared is whether code that can't be seen runs before it.
	Prepared bool
	// Exit is the name of a tool by which its model ends the loop around it; empty: none is seen.
	Exit string
	// Silent is whether the model says nothing after that.
	Silent bool
	Tools  []string // the names of the functions that its model calls
	// Forgets is whether the model may not be shown what was said before.
	Forgets bool
}

// ToolFunc is a function that a model calls, and nothing else: its file, where it begins, and its
// name.
type ToolFunc struct {
	Path string
	Func int
	Name string
}

// forest is the agents of a project, each with its number.
type forest struct {
	*surveyor
	number map[names.Place]int // of the bracket of the call that makes it
	tools  map[names.Place]int // functions that are tools, by their names, and how often they are listed
}

// mostAgents is how many agents are told apart.
const mostAgents = 2000

// plant finds the agents of all files, and what is below each.
func (p *surveyor) plant() {
	f := &forest{surveyor: p, number: map[names.Place]int{}, tools: map[names.Place]int{}}
	var open []names.Place
	for _, path := range p.Paths() {
		s := p.Scope(p.Files[path])
		for i := range s.Tokens {
			if runs, ok := runs(s, i); ok && len(open) < mostAgents {
				f.number[names.Place{In: s.File, At: i}] = len(open)
				open = append(open, names.Place{In: s.File, At: i})
				p.survey.Agents = append(p.survey.Agents, Agent{Path: path, Start: s.Tokens[i-1].Start, End: s.Tokens[i-1].End, Runs: runs})
			}
		}
	}
	for n, at := range open {
		f.agent(n, p.Scope(at.In), at.At)
	}
	for _, path := range p.Paths() {
		f.changed(p.Scope(p.Files[path]))
		f.roots(p.Scope(p.Files[path]))
	}
	f.noteTools()
	f.answers()
	f.noteBare()
}

// runs says which of ADK's agents the call makes whose bracket is at a token, if it does.
func runs(s *names.Scope, open int) (adk.Runs, bool) {
	if s.Word(open) != "(" || open < 1 || s.Tokens[open-1].Kind != syntax.Name || s.Word(open-2) == "class" {
		return 0, false
	}
	class := s.Word(open - 1)
	if from := s.Imports[class]; from.Level == 0 && from.Name != "" && names.IsADK(from.Module) {
		class = from.Name
	} else if !s.IsOfADK(open-1) && (s.Word(open-2) != "." || s.Word(open-3) != "agents") {
		return 0, false
	}
	runs, ok := adk.RunsAs(class)
	return runs, ok
}

// agent reads the arguments of the call that makes one.
func (f *forest) agent(n int, s *names.Scope, open int) {
	a := &f.survey.Agents[n]
	a.Prepared = isShared(s, open)
	for at := open + 1; at < s.Closing(open); at = s.ExprEnd(at) + 1 {
		word := s.Word(at)
		if word == "**" || s.Word(at+1) != "=" {
			a.Prepared = true // an argument that is not named here
			continue
		}
		at += 2
		v := s.Value(at)
		switch word {
		case "instruction":
			f.foreign(s, v)
			if list, _, chosen := s.Texts(v); !chosen { // one may not need what another does
				a.Instructions = list
			}
		case "include_contents":
			l := s.KnownText(v, 0)
			a.Forgets = l == nil || l.Text != "default"
		case "output_key":
			a.Output = s.KeyOf(v)
		case "sub_agents":
			a.Hands = f.below(s, v)
			a.Below = append(a.Below, a.Hands...)
		case "tools":
			a.Below = append(a.Below, f.called(n, s, v)...)
		}
		if strings.HasSuffix(word, "_callback") {
			a.Prepared = a.Prepared || !isSeen(s, v) || word == "before_agent_callback" && mayAnswer(s, v)
		}
	}
}

// isShared reports whether an agent is made by a function that is called in several places: it
// may be in trees that can't be seen.
func isShared(s *names.Scope, open int) bool {
	def := s.Around(open).Def
	if def < 0 {
		return false
	}
	calls := 0
	for _, at := range s.Project.NamesOf(s.Word(s.NameOf(def))) {
		if _, is := s.CallAt(at, def); is != names.Unrelated {
			calls++
		}
	}
	return calls > 1
}

// isSeen reports whether a callback is a function of these files.
func isSeen(s *names.Scope, v syntax.Value) bool {
	_, to, ok := s.Resolve(v)
	return v.Kind == syntax.None || ok && to.Kind == syntax.Function
}

// listed are the expressions of a list; false: there may be others.
func (f *forest) listed(s *names.Scope, v syntax.Value) (items []names.Expression, all bool) {
	in := s.File
	if v.Kind == syntax.Reference {
		name := v.Name
		var ok bool
		if in, v, ok = s.Resolve(v); !ok || len(s.ChangesOf(name)) > 0 {
			return nil, false
		}
	}
	if v.Kind == syntax.None {
		return nil, true
	}
	return in.Elements(v, true, 0)
}

// below are the agents of a list.
func (f *forest) below(s *names.Scope, v syntax.Value) (list []int) {
	items, all := f.listed(s, v)
	for _, item := range items {
		list = append(list, f.find(f.Scope(item.In), item.Value))
	}
	if !all {
		list = append(list, -1)
	}
	return list
}

// called are the agents that tools of a list call. Functions are noted.
func (f *forest) called(n int, s *names.Scope, v syntax.Value) (list []int) {
	items, _ := f.listed(s, v)
	for _, item := range items {
		in, item := f.made(f.Scope(item.In), item)
		dotted, open := in.Dotted(item.Value.First)
		isCall := in.Word(open) == "("
		if isCall && strings.HasSuffix(dotted, "AgentTool") {
			list = append(list, f.find(in, in.Argument(open, "agent")))
			continue
		}
		if isCall && strings.HasSuffix(dotted, "Tool") {
			item.Value = in.Argument(open, "func")
		}
		f.function(n, in, item.Value)
	}
	return list
}

// made is the call that makes what a name stands for, such as a tool; the name itself if none does.
func (f *forest) made(s *names.Scope, item names.Expression) (*names.Scope, names.Expression) {
	in, v := s, item.Value
	for range names.MostHops {
		if v.Kind != syntax.Reference {
			break
		}
		file, to, ok := f.Step(in.File, v.Name)
		if !ok {
			return s, item
		}
		in, v = f.Scope(file), to
	}
	if _, _, isCall := in.CallOf(v); v.Kind != syntax.Other || !isCall {
		return s, item
	}
	return in, names.Expression{In: in.File, Value: v}
}

// function notes a tool that is a function, and whether it ends the loop around its agent.
func (f *forest) function(n int, s *names.Scope, v syntax.Value) {
	a := &f.survey.Agents[n]
	if from := s.Imports[v.Name]; from.Level == 0 && names.IsADK(from.Module) && (from.Name == "exit_loop" || from.Name == "exit_current_loop") {
		a.Exit, a.Silent = v.Name, true
	}
	file, to, ok := s.Resolve(v)
	if !ok || to.Kind != syntax.Function || file.Defined[to.Name] < 1 {
		return
	}
	at := file.Defined[to.Name]
	f.tools[names.Place{In: file, At: at}]++
	a.Tools = append(a.Tools, to.Name)
	if def := file.Tokens[at].Line; turnsOn(file, def, "escalate") {
		a.Exit, a.Silent = to.Name, turnsOn(file, def, "skip_summarization")
	}
}

// turnsOn reports whether a function says x.actions.name = True.
func turnsOn(f *names.File, def int, name string) bool {
	for i, end := def, f.EndOf(def); i < end; i++ {
		if f.Word(i) == name && f.Word(i-1) == "." && f.Word(i+1) == "=" && f.Word(i+2) == "True" {
			return true
		}
	}
	return false
}

// find is the number of the agent that an expression is; -1: it can't be seen.
func (f *forest) find(s *names.Scope, v syntax.Value) int {
	for range names.MostHops {
		if _, open, isCall := s.CallOf(v); isCall {
			if n, ok := f.number[names.Place{In: s.File, At: open}]; ok {
				return n
			}
		}
		if v.Kind != syntax.Reference && v.Kind != syntax.Call {
			return -1
		}
		in, to, ok := f.Step(s.File, v.Name)
		if !ok && v.Kind == syntax.Reference {
			in = s.File
			to, ok = s.Local(v)
		}
		if ok && v.Kind == syntax.Call {
			if to.Kind == syntax.Reference {
				to.Kind = syntax.Call
			} else {
				to, ok = in.AlwaysReturns(to)
			}
		}
		if !ok {
			return -1
		}
		s, v = f.Scope(in), to
	}
	return -1
}

// roots notes the agents that a file runs: by the name that ADK's commands look for, and by
// those that make a program of one.
func (f *forest) roots(s *names.Scope) {
	for _, v := range s.Assigns["root_agent"] {
		f.root(s, v, false)
	}
	if _, ok := s.Imports["root_agent"]; ok {
		f.root(s, syntax.Value{Kind: syntax.Reference, Name: "root_agent"}, false)
	}
	for i := range s.Tokens {
		if s.Word(i) != "(" {
			continue
		}
		switch s.Word(i - 1) {
		case "to_a2a":
			f.root(s, s.Argument(i, "agent"), false)
		case "Runner", "InMemoryRunner", "App", "AdkApp":
			for _, name := range []string{"agent", "root_agent"} {
				if v, ok := s.Keyword(i, name); ok {
					f.root(s, v, true)
					f.plugged(s, v, i)
				}
			}
		}
	}
}

func (f *forest) root(s *names.Scope, v syntax.Value, run bool) {
	if n := f.find(s, v); n >= 0 {
		a := &f.survey.Agents[n]
		a.Root, a.Run = true, a.Run || run
	}
}

// noteBare notes the reads that fail without their key, and are in no try statement.
func (f *forest) noteBare() {
	for i, u := range f.found.Uses {
		in := f.Files[u.Key.Path]
		f.survey.Bare[i] = u.Kind == python.Get && u.Func >= 0 && in != nil && !isTried(in, u.Key.Start)
	}
}

// isTried reports whether a place in a file is in a try statement, as far as the function around it
// goes.
func isTried(f *names.File, offset int) bool {
	at := sort.Search(f.Plain, func(i int) bool { return f.Tokens[i].End > offset })
	for line := f.Around(at).Opener; line >= 0 && f.Word(line) != "def"; line = f.Around(line).Opener {
		if f.Word(line) == "try" {
			return true
		}
	}
	return false
}

// noteTools notes the functions that stand nowhere but in lists of tools.
func (f *forest) noteTools() {
	for at, listed := range f.tools {
		s := f.Scope(at.In)
		def := s.Tokens[at.At].Line
		others := slices.DeleteFunc(slices.Clone(f.NamesOf(s.Word(at.At))), func(p names.Place) bool {
			_, is := s.CallAt(p, def)
			return is == names.Unrelated || python.IsTest(p.In.Path) && !python.IsTest(s.Path)
		})
		if len(others) > 0 && len(others) <= listed {
			f.survey.Tools = append(f.survey.Tools, ToolFunc{s.Path, s.Tokens[def].Start, s.Word(at.At)})
		}
	}
}
