package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// scope is a module, a class or a function, and the names that are bound in it.
type scope struct {
	*file
	stmt   *syntax.Stmt
	outer  *scope
	inner  map[*syntax.Stmt]*scope // functions and classes
	names  map[string][]binding
	deltas map[string]source.UseKind // names that are handed on as a state delta: Set, or as a new session's state: Begin
}

// binding is what a name gets in one place.
type binding struct {
	value     *syntax.Expr // nil: not known
	parameter *syntax.Parameter
	stmt      *syntax.Stmt // a function or class
	imported  *syntax.Imported
}

func newScope(f *file, outer *scope, stmt *syntax.Stmt) *scope {
	s := &scope{
		file: f, outer: outer, stmt: stmt,
		inner: map[*syntax.Stmt]*scope{}, names: map[string][]binding{}, deltas: map[string]source.UseKind{},
	}
	for i := range stmt.Parameters {
		p := &stmt.Parameters[i]
		s.bind(p.Name, binding{parameter: p})
	}
	s.eachStmt(s.binds)
	return s
}

func (s *scope) bind(name string, b binding) { s.names[name] = append(s.names[name], b) }

// eachStmt calls a function with the statements of a scope, but not with those in its functions and classes.
func (s *scope) eachStmt(do func(*syntax.Stmt)) { eachStmt(s.stmt.Body, do) }

func eachStmt(body []*syntax.Stmt, do func(*syntax.Stmt)) {
	for _, in := range body {
		do(in)
		if in.Kind != syntax.Def && in.Kind != syntax.Class {
			eachStmt(in.Body, do)
		}
	}
}

// each calls a function with a scope and those in it.
func (s *scope) each(do func(*scope)) {
	do(s)
	s.eachStmt(func(in *syntax.Stmt) {
		if inner := s.inner[in]; inner != nil {
			inner.each(do)
		}
	})
}

// binds notes the names that a statement binds.
func (s *scope) binds(in *syntax.Stmt) {
	switch in.Kind {
	case syntax.Def, syntax.Class:
		s.bind(in.Name, binding{stmt: in})
		s.inner[in] = newScope(s.file, s, in)
	case syntax.Assign:
		for _, target := range in.Targets() {
			s.bindTarget(target, in.Value())
		}
	case syntax.Augment, syntax.Loop:
		s.bindTarget(in.Exprs[0], nil)
	case syntax.With:
		for i := 1; i < len(in.Exprs); i += 2 {
			s.bindTarget(in.Exprs[i], nil)
		}
	case syntax.Import:
		for i := range in.Imports {
			s.bind(in.Imports[i].As, binding{imported: &in.Imports[i]})
		}
	case syntax.Global:
		s.rebinds(in.Exprs[0])
	}
	in.Own(func(e *syntax.Expr) bool {
		s.notesDelta(e)
		return true
	})
}

func (s *scope) bindTarget(target, value *syntax.Expr) {
	switch {
	case target == nil:
	case target.Kind == syntax.Name:
		s.bind(target.Name, binding{value: value})
	case target.Kind == syntax.Tuple || target.Kind == syntax.List:
		for _, item := range target.Items {
			s.bindTarget(item, nil)
		}
	}
}

// rebinds notes that a function changes names of the scopes around.
func (s *scope) rebinds(names *syntax.Expr) {
	names.Each(func(e *syntax.Expr) bool {
		for around := s.outer; around != nil && e.Kind == syntax.Name; around = around.outer {
			around.bind(e.Name, binding{})
		}
		return true
	})
}

// bindings are those of a name in the nearest scope that has some. Functions don't see names of the class around.
func (s *scope) bindings(name string) (*scope, []binding) {
	for in := s; in != nil; in = in.outer {
		if list := in.names[name]; len(list) > 0 && (in == s || in.stmt.Kind != syntax.Class) {
			return in, list
		}
	}
	return s, nil
}

// thing is what an expression stands for: another one, a function or class, or what a module has.
type thing struct {
	in     *scope
	expr   *syntax.Expr
	stmt   *syntax.Stmt
	module *file
	name   string // of what another project's module has: "google.adk.agents.Agent"
}

// mostSteps is how many names are followed from one to another.
const mostSteps = 8

// resolve follows a name to what it stands for; anything else stands for itself.
func (s *scope) resolve(e *syntax.Expr) thing { return s.step(e, mostSteps) }

func (s *scope) step(e *syntax.Expr, left int) thing {
	switch {
	case e == nil || left == 0:
		return thing{in: s}
	case e.Kind == syntax.Name:
		in, list := s.bindings(e.Name)
		return in.bound(list, left-1)
	case e.Kind == syntax.Attribute:
		return s.step(e.X, left-1).has(e, left-1)
	}
	return thing{in: s, expr: e}
}

// bound is what a name stands for that has these bindings: one, or none is known.
func (s *scope) bound(list []binding, left int) thing {
	if len(list) != 1 {
		return thing{in: s}
	}
	switch b := list[0]; {
	case b.value != nil:
		return s.step(b.value, left)
	case b.stmt != nil:
		return thing{in: s, stmt: b.stmt}
	case b.imported != nil:
		return s.fromModule(b.imported, left)
	}
	return thing{in: s}
}

func (s *scope) fromModule(i *syntax.Imported, left int) thing {
	name := strings.ReplaceAll(i.Module, ".", "/")
	if i.Name == "" {
		if first, _, dotted := strings.Cut(i.Module, "."); dotted && i.As == first {
			return thing{in: s, name: first}
		}
	} else if sub := s.moduleAt(strings.TrimPrefix(name+"/"+i.Name, "/"), i.Level); sub != nil {
		return thing{in: s, module: sub}
	}
	switch found := s.moduleAt(name, i.Level); {
	case found != nil && i.Name == "":
		return thing{in: s, module: found}
	case found != nil:
		return found.module.bound(found.module.names[i.Name], left)
	case i.Level > 0:
		return thing{in: s}
	}
	return thing{in: s, name: strings.TrimSuffix(i.Module+"."+i.Name, ".")}
}

// has is what an attribute of a module or class stands for.
func (t thing) has(e *syntax.Expr, left int) thing {
	switch {
	case t.module != nil:
		m := t.module.module
		return m.bound(m.names[e.Name], left)
	case t.stmt != nil && t.stmt.Kind == syntax.Class:
		if class := t.in.inner[t.stmt]; class != nil {
			return class.bound(class.names[e.Name], left)
		}
	case t.name != "":
		if f := t.in.moduleAt(strings.ReplaceAll(t.name+"."+e.Name, ".", "/"), 0); f != nil {
			return thing{in: t.in, module: f}
		}
		return thing{in: t.in, name: t.name + "." + e.Name}
	}
	return thing{in: t.in}
}

// ofADK is the name of what ADK has that an expression stands for: "LlmAgent"; empty: it is something else.
func (s *scope) ofADK(e *syntax.Expr) string {
	if t := s.resolve(e); isADK(t.name) {
		return t.name[strings.LastIndexByte(t.name, '.')+1:]
	}
	return ""
}

// outermost is the scope of the outermost function that a scope is, or is in; nil: it is in none.
func (s *scope) outermost() (function *scope) {
	for in := s; in != nil; in = in.outer {
		if in.stmt.Kind == syntax.Def {
			function = in
		}
	}
	return function
}

// all calls a function with the expressions of a scope, not of those in it.
func (s *scope) all(do func(*syntax.Expr) bool) {
	s.eachStmt(func(in *syntax.Stmt) { in.Own(do) })
}

// calls calls a function with the calls in a scope.
func (s *scope) calls(do func(*syntax.Expr)) {
	s.all(func(e *syntax.Expr) bool {
		if e.Kind == syntax.Call {
			do(e)
		}
		return true
	})
}

// any reports whether an expression of a scope suits.
func (s *scope) any(suits func(*syntax.Expr) bool) (found bool) {
	s.all(func(e *syntax.Expr) bool {
		found = found || suits(e)
		return !found
	})
	return found
}
