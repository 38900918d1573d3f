package names

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Scope is where names are looked up: a file among those of its project.
type Scope struct {
	*File
	Project *Project
}

// Resolve follows a name to its value: in the function around it, else in its module. A
// method of this file is what it always returns, if no other has its name.
func (s *Scope) Resolve(v syntax.Value) (*File, syntax.Value, bool) {
	if method, ok := strings.CutPrefix(v.Name, "self."); ok && v.Kind == syntax.Call && s.Project.isOnly(method) {
		to, ok := s.AlwaysReturns(syntax.Value{Kind: syntax.Function, Name: method})
		return s.File, to, ok
	}
	in, to, ok := s.Project.Resolve(s.File, v)
	for hop := 0; !ok && hop < MostHops; hop++ {
		if v, ok = s.Local(v); !ok {
			break
		}
		in, to, ok = s.Project.Resolve(s.File, v)
	}
	return in, to, ok
}

// Local is what the function around a name assigns to it, once, before.
func (s *Scope) Local(v syntax.Value) (syntax.Value, bool) {
	def := s.Around(v.First).Def
	if v.Kind != syntax.Reference || strings.Contains(v.Name, ".") || def < 0 || s.IsParameter(def, v.Name) || s.isLooped(v.Name, def) {
		return syntax.Value{}, false
	}
	given := s.Assigns[v.Name]
	if len(given) > MostGiven {
		return syntax.Value{}, false
	}
	var found []syntax.Value
	for _, g := range given {
		switch {
		case g.End == 0:
			return syntax.Value{}, false // it is changed somewhere
		case s.Around(g.First).Def == def:
			found = append(found, g)
		}
	}
	if len(found) != 1 || found[0].First >= s.Host(v.First) {
		return syntax.Value{}, false
	}
	return found[0], true
}

// Parameters are those of the function whose line begins at a token, the first few.
func (f *File) Parameters(def int) []syntax.Parameter {
	if list, ok := f.params[def]; ok {
		return list
	}
	open := f.NameOf(def) + 1
	var list []syntax.Parameter
	if f.Word(open) == "(" {
		list = f.ParametersIn(open+1, f.Closing(open))
	}
	f.params[def] = list
	return list
}

// NameOf is the token that names the function whose line begins at a token.
func (f *File) NameOf(def int) int {
	if f.Word(def) == "async" {
		def++
	}
	return def + 1
}

// IsParameter reports whether a function has a parameter of a name.
func (f *File) IsParameter(def int, name string) bool {
	return slices.ContainsFunc(f.Parameters(def), func(p syntax.Parameter) bool { return p.Name == name })
}

// Scope is where the names of a file are looked up.
func (p *Project) Scope(f *File) *Scope { return &Scope{f, p} }
