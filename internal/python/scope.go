package python

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// scope is where names are looked up: a file among those of its project.
type scope struct {
	*file
	project *nameProject
}

// resolve follows a name to its value: in the function around it, else in its module. A
// method of this file is what it always returns, if no other has its name.
func (s *scope) resolve(v syntax.Value) (*file, syntax.Value, bool) {
	if method, ok := strings.CutPrefix(v.Name, "self."); ok && v.Kind == syntax.Call && s.project.isOnly(method) {
		to, ok := s.returned(syntax.Value{Kind: syntax.Function, Name: method})
		return s.file, to, ok
	}
	in, to, ok := s.project.resolve(s.file, v)
	for hop := 0; !ok && hop < mostHops; hop++ {
		if v, ok = s.local(v); !ok {
			break
		}
		in, to, ok = s.project.resolve(s.file, v)
	}
	return in, to, ok
}

// local is what the function around a name assigns to it, once, before.
func (s *scope) local(v syntax.Value) (syntax.Value, bool) {
	def := s.around(v.First).def
	if v.Kind != syntax.Reference || strings.Contains(v.Name, ".") || def < 0 || s.isParameter(def, v.Name) || s.isLooped(v.Name, def) {
		return syntax.Value{}, false
	}
	given := s.assigns[v.Name]
	if len(given) > mostGiven {
		return syntax.Value{}, false
	}
	var found []syntax.Value
	for _, g := range given {
		switch {
		case g.End == 0:
			return syntax.Value{}, false // it is changed somewhere
		case s.around(g.First).def == def:
			found = append(found, g)
		}
	}
	if len(found) != 1 || found[0].First >= s.Host(v.First) {
		return syntax.Value{}, false
	}
	return found[0], true
}

// parameters are those of the function whose line begins at a token, the first few.
func (f *file) parameters(def int) []syntax.Parameter {
	if list, ok := f.params[def]; ok {
		return list
	}
	open := f.nameOf(def) + 1
	var list []syntax.Parameter
	if f.Word(open) == "(" {
		list = f.ParametersIn(open+1, f.Closing(open))
	}
	f.params[def] = list
	return list
}

// nameOf is the token that names the function whose line begins at a token.
func (f *file) nameOf(def int) int {
	if f.Word(def) == "async" {
		def++
	}
	return def + 1
}

func (f *file) isParameter(def int, name string) bool {
	return slices.ContainsFunc(f.parameters(def), func(p syntax.Parameter) bool { return p.Name == name })
}

// scope is where the names of a file are looked up.
func (p *nameProject) scope(f *file) *scope { return &scope{f, p} }
