package names

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// choice are the texts of which an expression is one when the program runs: those of a condition, the
// values of a dict or a list of constants, or what a function of the project makes of its arguments. all: there
// are no others; ok: it is one of these expressions.
func (s *Scope) choice(v syntax.Value, deep int) (list []*syntax.Literal, all, ok bool) {
	if deep > MostCalls || !s.Project.Search(v.End-v.First) {
		return nil, false, false
	}
	if v.Kind == syntax.Reference {
		in, to, found := s.Resolve(v)
		if !found || to.Kind != syntax.Other || to.End <= to.First {
			return nil, false, false
		}
		s, v = s.Project.Scope(in), to
	}
	if then, otherwise, is := s.Branches(v); is {
		list, all = s.Project.textsOf([]Expression{{s.File, then}, {s.File, otherwise}}, deep)
		return list, all, true
	}
	if values, all, is := s.tableOf(v); is {
		list, known := s.Project.textsOf(values, deep)
		return list, all && known, len(list) > 0
	}
	return s.returned(v, deep)
}

// textsOf are the texts of keys that expressions are.
func (p *Project) textsOf(values []Expression, deep int) (list []*syntax.Literal, all bool) {
	all = true
	for _, e := range values {
		if e.Value.Kind == syntax.None {
			continue // no key
		}
		more, known := p.Scope(e.In).textsAs(e.Value, deep+1)
		list, all = append(list, more...), all && known
	}
	return list, all
}

// textsAs are the texts of the keys that an expression may be.
func (s *Scope) textsAs(v syntax.Value, deep int) (list []*syntax.Literal, all bool) {
	if l := s.KeyText(v); l != nil {
		return []*syntax.Literal{l}, true
	}
	keys, all := s.PossibleKeys(v, deep)
	for _, key := range keys {
		list = append(list, key.Literal)
	}
	return list, all
}

// tableOf are the values of the dict or the list that an expression takes one of: NAME[…] or NAME.get(…).
func (s *Scope) tableOf(v syntax.Value) (values []Expression, all, ok bool) {
	name, open := s.Dotted(v.First)
	owner, isGet := strings.CutSuffix(name, ".get")
	if s.Tokens[v.First].Kind != syntax.Name || s.Closing(open)+1 != v.End || s.Word(open) != "[" && (s.Word(open) != "(" || !isGet) {
		return nil, false, false
	}
	if isGet = s.Word(open) == "("; !isGet {
		owner = name
	}
	in, to, found := s.Resolve(syntax.Value{Kind: syntax.Reference, Name: owner, First: v.First, End: open})
	if !found || len(s.ChangesOf(owner)) > 0 || in != s.File && len(in.ChangesAfter(to)) > 0 {
		return nil, false, false
	}
	switch to.Kind {
	case syntax.List:
		values, all = in.Elements(to, true, 0)
	case syntax.Dict:
		values, all = in.valuesOf(to)
	}
	if fallback := s.ExprEnd(open+1) + 1; isGet && fallback < s.Closing(open) {
		values = append(values, Expression{s.File, s.Value(fallback)})
	}
	return values, all, len(values) > 0
}

// valuesOf are those of a dict that is written in full.
func (f *File) valuesOf(v syntax.Value) (list []Expression, all bool) {
	for _, e := range v.Entries[:min(len(v.Entries), MostItems)] {
		list = append(list, Expression{f, e.Value})
	}
	if len(list) == 0 || len(v.Rest) > 0 {
		return list, false
	}
	end := list[len(list)-1].Value.End
	if f.Word(end) == "," {
		end++
	}
	return list, end == f.Closing(v.First)
}

// returned are the texts that a call of a function of the project returns.
func (s *Scope) returned(v syntax.Value, deep int) (list []*syntax.Literal, all, ok bool) {
	in, def, ok := s.FunctionOf(v)
	if !ok || !s.Project.Search(MostBody) {
		return nil, false, false
	}
	_, open, _ := s.CallOf(v)
	c := callOf{s, s.Project.Scope(in), open, def, deep}
	returns, all := in.Returns(def)
	for _, r := range returns {
		values := []syntax.Value{r.Value}
		if then, otherwise, is := in.Branches(r.Value); is {
			values = []syntax.Value{then, otherwise}
		}
		for _, value := range values {
			more, known := c.texts(value)
			list, all = append(list, more...), all && known
		}
	}
	return list, all, len(list) > 0
}

// callOf is a call of a function, whose arguments begin at a bracket.
type callOf struct {
	from      *Scope
	in        *Scope
	open, def int
	deep      int
}

// texts are those of the keys that an expression in the function is, which it returns.
func (c *callOf) texts(v syntax.Value) (list []*syntax.Literal, all bool) {
	if given, ok := c.argument(v.Name); ok && v.Kind == syntax.Reference {
		return c.from.Project.Scope(given.In).textsAs(given.Value, c.deep+1)
	}
	if l := c.in.PatternWith(v, c.field); l != nil {
		return []*syntax.Literal{l}, true
	}
	if l := c.in.KeyText(v); l != nil {
		return []*syntax.Literal{l}, true
	}
	return nil, false
}

// argument is what the call gives to a parameter that keeps its value.
func (c *callOf) argument(name string) (Expression, bool) {
	n := slices.IndexFunc(c.in.Parameters(c.def), func(p syntax.Parameter) bool { return p.Name == name && p.Star == "" })
	if name == "" || n < 0 || c.in.isLooped(name, c.def) || c.in.IsGiven(name, c.def) {
		return Expression{}, false
	}
	return c.in.argumentAt(Place{c.from.File, c.open}, c.def, n)
}

// field is the text of what is in the braces of a text that the function returns, as far as it is known.
func (c *callOf) field(inside string) string {
	v := syntax.Value{Kind: syntax.Reference, Name: strings.TrimSpace(inside), First: c.def}
	s := c.in
	if given, ok := c.argument(v.Name); ok {
		s, v = c.from.Project.Scope(given.In), given.Value
	} else if !syntax.IsName(v.Name, '.') || c.in.IsOwn(v.Name, c.def) {
		return syntax.Unknown
	}
	if l := s.KeyOf(v); l != nil {
		return l.Text
	}
	return syntax.Unknown
}
