package survey

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/adk"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// callbackArguments are the names by which ADK gives its arguments to the callbacks of an agent.
var callbackArguments = map[string][]string{
	"before_agent_callback":   {"callback_context"},
	"after_agent_callback":    {"callback_context"},
	"before_model_callback":   {"callback_context", "llm_request"},
	"after_model_callback":    {"callback_context", "llm_response"},
	"on_model_error_callback": {"callback_context", "llm_request", "error"},
	"before_tool_callback":    {"tool", "args", "tool_context"},
	"after_tool_callback":     {"tool", "args", "tool_context", "tool_response"},
	"on_tool_error_callback":  {"tool", "args", "tool_context", "error"},
}

// Callback is a function that an agent has as a callback, and that doesn't take what ADK gives to
// one.
type Callback struct {
	Path       string
	Start, End int    // of its name, or of the parameter that is wrong
	Kind       string // "before_agent_callback"
	Gets       []string
	// Lacks are the arguments that it doesn't take, Wants the parameters without a default that it
	// gets nothing for, Named the one that is meant for the only argument that it lacks.
	Lacks, Wants []string
	Named        string
	// Passed is whether ** takes what it lacks, so that Named has its default each time.
	Passed bool
	// Asked are the names that it looks for in what ** takes, and that ADK never gives to it. It is about
	// these alone, then.
	Asked []Asked
	// Agent is the argument by which an agent gets it.
	Agent struct {
		Path       string
		Start, End int
	}
}

// callbacks notes the functions in the argument or attribute of an agent, whose name is at a token,
// that don't take what ADK gives to them.
func (r *checker) callbacks(argument int) {
	if python.IsTest(r.Path) || !r.isOfAgent(argument) {
		return
	}
	given := r.Value(argument + 2)
	items, isList := r.Elements(given, true, 0)
	if !isList || r.Word(given.First) != "[" {
		items = []names.Expression{{In: r.File, Value: given}}
	}
	for _, item := range items {
		f, ok := r.Callable(item.Value, 0)
		if as := (calledAs{names.Place{In: f.In, At: f.At}, r.Word(argument)}); ok && !r.project.survey.called[as] {
			r.project.survey.called[as] = true
			r.callback(argument, f)
		}
	}
}

// calledAs is a function and what it is called for.
type calledAs struct {
	names.Place
	kind string
}

// isOfAgent reports whether a name is that of an argument or an attribute of an agent of ADK.
func (r *checker) isOfAgent(name int) bool {
	if open := r.Opens[name]; open > 0 && r.Word(name-1) != "." {
		return r.Word(open) == "(" && makesADKs(r.Scope, open)
	}
	owner, ok := r.OwnerOf(name)
	if !ok || owner.First != r.Tokens[name].Line || !r.IsBoundOnce(owner.Name) {
		return false
	}
	in, to, ok := r.project.Step(r.File, owner.Name)
	if !ok {
		in = r.File
		to, ok = r.Local(owner)
	}
	if !ok {
		return false
	}
	class, _ := adk.Makes(r.project.Scope(in), to)
	_, is := adk.RunsAs(class)
	return is
}

// makesADKs reports whether a call makes an agent of one of ADK's own classes.
func makesADKs(s *names.Scope, open int) bool {
	_, is := runs(s, open)
	return is && (s.Word(open-2) != "." || s.IsOfADK(open-1))
}

// callback notes a function that doesn't take what ADK gives to it.
func (r *checker) callback(argument int, f names.Callable) {
	c := Callback{Path: f.In.Path, Kind: r.Word(argument), Gets: callbackArguments[r.Word(argument)]}
	c.Lacks = slices.DeleteFunc(slices.Clone(c.Gets), func(name string) bool {
		return slices.ContainsFunc(f.Params, func(p syntax.Parameter) bool { return p.Name == name && p.Star == "" })
	})
	at := f.At
	var others []syntax.Parameter
	for _, p := range f.Params {
		switch {
		case p.Star == "**":
			c.Passed = true
		case p.Star == "" && !slices.Contains(c.Gets, p.Name):
			others = append(others, p)
			if p.Fallback == 0 {
				c.Wants = append(c.Wants, p.Name)
			}
		}
	}
	meant := slices.IndexFunc(others, func(p syntax.Parameter) bool { return len(others) == 1 || strings.HasSuffix(p.Name, "context") })
	if len(c.Lacks) == 1 && meant >= 0 {
		c.Named, at = others[meant].Name, others[meant].At
	}
	c.Passed = c.Passed && len(c.Wants) == 0
	c.Start, c.End = f.In.Tokens[at].Start, f.In.Tokens[at].End
	if c.Passed && !r.isAlwaysDefault(f, c) || len(c.Lacks)+len(c.Wants) == 0 {
		if c.Asked = r.asks(f); len(c.Asked) == 0 {
			return
		}
		c.Start, c.End = c.Asked[0].Start, c.Asked[0].End
	}
	c.Agent.Path, c.Agent.Start, c.Agent.End = r.Path, r.Tokens[argument].Start, r.Tokens[argument].End
	r.project.survey.Callbacks = append(r.project.survey.Callbacks, c)
}

// isAlwaysDefault reports whether a parameter, which is meant for the context that ** takes, is
// given by nobody: the function is only a callback, and doesn't look at what ** takes.
func (r *checker) isAlwaysDefault(f names.Callable, c Callback) bool {
	if !strings.HasSuffix(c.Named, "context") && c.Named != "ctx" || f.Def < 0 {
		return false
	}
	rest := f.Params[len(f.Params)-1].Name
	isUsed := r.project.Search(names.MostBody) && f.In.InBody(f.Def, func(i int) bool {
		return i > f.In.Closing(f.At+1) && (f.In.Word(i) == rest || f.In.Word(i) == "locals" || f.In.Word(i) == c.Named && f.In.Word(i+1) == "=")
	})
	return !isUsed && r.isOnlyCallback(f)
}
