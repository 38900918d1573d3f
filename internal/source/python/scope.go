package python

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// scope is a module, a class or a function, and the names that are bound in it.
type scope struct {
	*file
	stmt   *syntax.Stmt
	name   string
	at     int // where the name is
	outer  *scope
	inner  []*scope // functions and classes
	names  map[string][]binding
	deltas map[string]holder // names that are handed on as a state delta, or as a new session's state
	calls  []call            // in a scope, not in those in it
	unit   *source.Unit      // of a function; nil: it has none yet
	run    map[int]bool      // where coroutines begin that another call waits for
}

// binding is what a name gets in one place; none of these: it is not known.
type binding struct {
	value      syntax.Expr
	annotation syntax.Expr // of a parameter
	declared   *scope      // a function or class
	imported   *imported
}

// imported is a module, or what one has.
type imported struct {
	as, module, name string // without a name: the module itself
	level            int    // how many dots are before it
}

// call is a call in a statement.
type call struct {
	syntax.Expr // all of it
	in          *syntax.Stmt
	callee      syntax.Expr
	arguments   syntax.Arguments
	waited      bool
	more        syntax.Expr // what is asked of what it returns
}

func newScope(f *file, outer *scope, stmt *syntax.Stmt) *scope {
	s := &scope{
		file: f, outer: outer, stmt: stmt,
		names: map[string][]binding{}, deltas: map[string]holder{}, run: map[int]bool{},
	}
	if len(stmt.Line) > 0 {
		s.name, s.at = stmt.Line[:1].Name(), stmt.Line.Start()
	}
	if stmt.Word == "def" {
		for _, p := range parameters(s.bases()) {
			s.bind(p.name, binding{annotation: p.annotation})
		}
	}
	s.eachStmt(s.binds)
	return s
}

// place is that of the name of a function or class.
func (s *scope) place() diag.Span { return s.span(s.at, s.at+len(s.name)) }

// parameter is one of a function's.
type parameter struct {
	star, name          string
	annotation, initial syntax.Expr // what it is without an argument; none: it needs one
}

// bases are what stands in the parentheses behind the name of a function or a class.
func (s *scope) bases() []syntax.Expr {
	i := slices.IndexFunc(s.stmt.Line, func(n syntax.Node) bool { return n.Is("(") })
	if i < 0 {
		return nil
	}
	return s.stmt.Line[i].Items
}

func parameters(items []syntax.Expr) (list []parameter) {
	for _, e := range items {
		var p parameter
		if e.Begins("*") || e.Begins("**") {
			p.star, e = e[0].Text, e[1:]
		}
		e, p.initial = e.Cut("=")
		e, p.annotation = e.Cut(":")
		if p.name = e.Name(); p.name != "" || p.star != "" {
			list = append(list, p)
		}
	}
	return list
}

func (s *scope) bind(name string, b binding) { s.names[name] = append(s.names[name], b) }

// eachStmt calls a function with the statements of a scope, but not with those in its functions and classes.
func (s *scope) eachStmt(do func(*syntax.Stmt)) { eachStmt(s.stmt.Body, do) }

func eachStmt(body []*syntax.Stmt, do func(*syntax.Stmt)) {
	for _, in := range body {
		do(in)
		if in.Word != "def" && in.Word != "class" {
			eachStmt(in.Body, do)
		}
	}
}

// each calls a function with a scope and those in it.
func (s *scope) each(do func(*scope)) {
	do(s)
	for _, in := range s.inner {
		in.each(do)
	}
}

// binds notes the names that a statement binds, and its calls.
func (s *scope) binds(in *syntax.Stmt) {
	switch in.Word {
	case "def", "class":
		inner := newScope(s.file, s, in)
		s.inner = append(s.inner, inner)
		s.bind(inner.name, binding{declared: inner})
	case "for":
		names, _ := in.Line.Cut("in")
		s.bindTarget(names, nil)
	case "with", "except":
		for _, item := range in.Line.Split(",") {
			_, name := item.Cut("as")
			s.bindTarget(name, nil)
		}
	case "import", "from":
		s.imports(in)
	case "global", "nonlocal":
		for around := s.outer; around != nil; around = around.outer {
			around.bindTarget(in.Line, nil)
		}
	}
	for _, target := range in.Targets {
		value := in.Value
		if in.Merges {
			value = nil
		}
		s.bindTarget(target, value)
	}
	in.Own(func(e syntax.Expr, from, to int) { s.callsIn(in, e, from, to) })
}

// bindTarget notes the names that an assignment, or the like, binds.
func (s *scope) bindTarget(target, value syntax.Expr) {
	target = target.Bare()
	if name := target.Name(); name != "" {
		s.bind(name, binding{value: value})
	}
	if items := elements(target); len(items) > 1 {
		for _, item := range items {
			s.bindTarget(item, nil)
		}
	}
}

// imports notes the names of "import a.b as c" and "from .a import b as c".
func (s *scope) imports(in *syntax.Stmt) {
	var from imported
	names := in.Line
	if in.Word == "from" {
		from.module, from.level, names = moduleOf(in.Line)
	}
	list := names.Split(",")
	if items, is := names.In("("); is {
		list = items
	}
	for _, name := range list {
		one := from
		name, as := name.Cut("as")
		words := name.Dotted()
		if len(words) == 0 {
			continue
		}
		one.as = cmp.Or(as.Name(), words[0])
		if in.Word == "from" {
			one.name = words[0]
		} else {
			one.module = strings.Join(words, ".")
		}
		s.bind(one.as, binding{imported: &one})
		s.file.imported = append(s.file.imported, one)
	}
}

// moduleOf is the module that names are imported from, and what is behind "import".
func moduleOf(line syntax.Expr) (module string, dots int, names syntax.Expr) {
	from, names := line.Cut("import")
	for len(from) > 0 && strings.Trim(from[0].Text, ".") == "" {
		dots += len(from[0].Text)
		from = from[1:]
	}
	return strings.Join(from.Dotted(), "."), dots, names
}

// callsIn notes the calls of an operand.
func (s *scope) callsIn(in *syntax.Stmt, e syntax.Expr, from, to int) {
	for i := from + 1; i < to; i++ {
		if !e[i].Is("(") {
			continue
		}
		c := call{in: in, Expr: e[from : i+1], callee: e[from:i], arguments: e[i].Items, more: e[i+1 : to]}
		c.waited = from > 0 && e[from-1].Is("await") || s.run[c.Start()]
		if name := c.callee.Last(); len(c.arguments) == 1 && isRun(name) {
			s.run[c.arguments[0].Start()] = true
		}
		s.calls = append(s.calls, c)
		for _, arg := range c.arguments {
			name, value := arg.Keyword()
			if of := deltaOf(c.callee, name); of != nothing && value.Name() != "" {
				s.deltas[value.Name()] = of
			}
		}
	}
}
