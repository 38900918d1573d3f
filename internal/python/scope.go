package python

import (
	"slices"
	"strings"
)

// scope is where names are looked up: a file among those of its project.
type scope struct {
	*file
	project *project
}

// resolve follows a name to its value: in the function around it, else in its module. A
// method of this file is what it always returns, if no other has its name.
func (s *scope) resolve(v value) (*file, value, bool) {
	if method, ok := strings.CutPrefix(v.name, "self."); ok && v.kind == call && s.project.isOnly(method) {
		to, ok := s.returned(value{kind: function, name: method})
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
func (s *scope) local(v value) (value, bool) {
	def := s.around(v.first).def
	if v.kind != reference || strings.Contains(v.name, ".") || def < 0 || s.isParameter(def, v.name) || s.isLooped(v.name, def) {
		return value{}, false
	}
	given := s.assigns[v.name]
	if len(given) > mostGiven {
		return value{}, false
	}
	var found []value
	for _, g := range given {
		switch {
		case g.end == 0:
			return value{}, false // it is changed somewhere
		case s.around(g.first).def == def:
			found = append(found, g)
		}
	}
	if len(found) != 1 || found[0].first >= s.host(v.first) {
		return value{}, false
	}
	return found[0], true
}

// isLooped reports whether a loop in a function gives values to a name.
func (f *file) isLooped(name string, def int) bool {
	return len(f.loops[name]) > mostGiven || slices.ContainsFunc(f.loops[name], func(line int) bool { return f.around(line).def == def })
}

// parameters are those of the function whose line begins at a token, the first few.
func (f *file) parameters(def int) []parameter {
	if list, ok := f.params[def]; ok {
		return list
	}
	open := f.nameOf(def) + 1
	var list []parameter
	if f.word(open) == "(" {
		list = f.parametersIn(open+1, f.closing(open))
	}
	f.params[def] = list
	return list
}

// nameOf is the token that names the function whose line begins at a token.
func (f *file) nameOf(def int) int {
	if f.word(def) == "async" {
		def++
	}
	return def + 1
}

func (f *file) isParameter(def int, name string) bool {
	return slices.ContainsFunc(f.parameters(def), func(p parameter) bool { return p.name == name })
}
