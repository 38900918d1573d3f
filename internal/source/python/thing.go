package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// bindings are those of a name in the nearest scope that has some. Functions don't see names of the class around.
func (s *scope) bindings(name string) (*scope, []binding) {
	for in := s; in != nil; in = in.outer {
		if list := in.names[name]; len(list) > 0 && (in == s || in.stmt.Word != "class") {
			return in, list
		}
	}
	return s, nil
}

// thing is what an expression stands for: another one, a function or class, or what a module has.
type thing struct {
	in       *scope
	expr     syntax.Expr
	declared *scope // a function or class
	module   *file
	name     string // of what another project's module has: "google.adk.agents.Agent"
}

// mostSteps is how many names are followed from one to another.
const mostSteps = 8

// resolve follows a name to what it stands for; anything else stands for itself.
func (s *scope) resolve(e syntax.Expr) thing { return s.step(e, mostSteps) }

func (s *scope) step(e syntax.Expr, left int) thing {
	e = e.Bare()
	words := e.Dotted()
	switch {
	case len(words) == 0 || isLiteral(words[0]):
		return thing{in: s, expr: e}
	case left == 0:
		return thing{in: s}
	}
	in, list := s.bindings(words[0])
	to := in.bound(list, left-1)
	for _, word := range words[1:] {
		to = to.has(word, left-1)
	}
	return to
}

func isLiteral(word string) bool { return word == "None" || word == "True" || word == "False" }

// bound is what a name stands for that has these bindings: one, or none is known.
func (s *scope) bound(list []binding, left int) thing {
	if len(list) != 1 {
		return thing{in: s}
	}
	switch b := list[0]; {
	case b.value != nil:
		return s.step(b.value, left)
	case b.declared != nil:
		return thing{in: s, declared: b.declared}
	case b.imported != nil:
		return s.fromModule(b.imported, left)
	}
	return thing{in: s}
}

func (s *scope) fromModule(i *imported, left int) thing {
	if sub := s.moduleAt(join(i.module, i.name), i.level); sub != nil && i.name != "" {
		return thing{in: s, module: sub}
	}
	switch found := s.moduleAt(i.module, i.level); {
	case i.name == "" && strings.HasPrefix(i.module, i.as+"."):
		return thing{in: s, name: i.as}
	case found != nil && i.name == "":
		return thing{in: s, module: found}
	case found != nil:
		return found.module.bound(found.module.names[i.name], left)
	case i.level > 0:
		return thing{in: s}
	}
	return thing{in: s, name: join(i.module, i.name)}
}

// join joins two words with a dot, if there are two.
func join(a, b string) string { return strings.Trim(a+"."+b, ".") }

// has is what an attribute of a module or class stands for.
func (t thing) has(name string, left int) thing {
	switch {
	case t.module != nil:
		m := t.module.module
		return m.bound(m.names[name], left)
	case t.declared != nil && t.declared.stmt.Word == "class":
		return t.declared.bound(t.declared.names[name], left)
	case t.name != "":
		if f := t.in.moduleAt(t.name+"."+name, 0); f != nil {
			return thing{in: t.in, module: f}
		}
		return thing{in: t.in, name: t.name + "." + name}
	}
	return thing{in: t.in}
}

// ofADK is the name of what ADK has that an expression stands for: "LlmAgent"; empty: it is something else.
func (s *scope) ofADK(e syntax.Expr) string {
	if t := s.resolve(e); isADK(t.name) {
		return lastWord(t.name)
	}
	return ""
}

// outermost is the scope of the outermost function that a scope is, or is in; nil: it is in none.
func (s *scope) outermost() (function *scope) {
	for in := s; in != nil; in = in.outer {
		if in.stmt.Word == "def" {
			function = in
		}
	}
	return function
}
