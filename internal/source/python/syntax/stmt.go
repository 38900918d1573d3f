package syntax

import (
	"slices"
	"strings"
)

// Stmt is a statement.
type Stmt struct {
	Start, End int    // of its line
	Word       string // with which it begins: "if", "def", "return"; empty: an expression or an assignment
	Line       Expr   // what is behind that, up to a colon
	Decorated  bool
	Targets    []Expr // of an assignment, without annotations
	Value      Expr   // that it gives them; none: it only has an annotation
	Merges     bool   // it has an operator, such as +=
	Body       []*Stmt
	Around     *Stmt // of which this is in the body
}

// Parse reads a file. What it can't read begins at an offset, which is the file's end if there is nothing.
func Parse(text string) (list []*Stmt, broken int) {
	nodes, broken := tokens(text)
	p := &parser{nodes: nodes, broken: broken}
	return p.block(-1), p.broken
}

// parser reads the nodes of a file, one logical line after the other.
type parser struct {
	nodes  []Node
	at     int
	broken int // where the first bracket or quote is that has no other half
}

// block reads the lines that are indented by more than those around.
func (p *parser) block(around int) (list []*Stmt) {
	isDecorator := false
	for p.at < len(p.nodes) && p.nodes[p.at].indent > around {
		indent := p.nodes[p.at].indent
		line := p.line()
		if len(line) == 0 {
			continue
		}
		some := statements(line, compound)
		some[0].Decorated = isDecorator
		isDecorator = some[0].Line.Begins("@")
		if line[len(line)-1].Is(":") {
			some[len(some)-1].Body = p.block(indent)
		}
		for _, s := range some {
			for _, in := range s.Body {
				in.Around = s
			}
		}
		list = append(list, some...)
	}
	return list
}

// line reads a logical line.
func (p *parser) line() Expr {
	var line Expr
	for p.at < len(p.nodes) && p.nodes[p.at].Kind != newline {
		n := p.nodes[p.at]
		if n.Kind == Bracket {
			n = p.bracket(0)
		} else if p.at++; isClosing(n) {
			p.broken = min(p.broken, n.Start)
		}
		line = append(line, n)
	}
	p.at++
	return line
}

func isClosing(n Node) bool { return n.Is(")") || n.Is("]") || n.Is("}") }

// mostDeep is how deeply expressions in expressions are read.
const mostDeep = 60

// bracket reads what brackets hold. Those that are nested too deeply hold nothing.
func (p *parser) bracket(depth int) Node {
	open := p.nodes[p.at]
	var all Expr
	opened := 0 // too deeply
	for p.at++; p.at < len(p.nodes) && (opened > 0 || !isClosing(p.nodes[p.at])); {
		n := p.nodes[p.at]
		switch {
		case n.Kind == Bracket && depth < mostDeep:
			all = append(all, p.bracket(depth+1))
			continue
		case n.Kind == Bracket:
			opened++
		case isClosing(n):
			opened--
		case depth < mostDeep && n.Kind != newline:
			all = append(all, n)
		}
		p.at++
	}
	open.Items = slices.DeleteFunc(all.Split(","), func(e Expr) bool { return len(e) == 0 })
	shut := map[string]string{"(": ")", "[": "]", "{": "}"}[open.Text]
	if p.at == len(p.nodes) || !p.nodes[p.at].Is(shut) {
		p.broken = min(p.broken, open.Start)
	}
	if p.at < len(p.nodes) {
		open.End = p.nodes[p.at].End
		p.at++
	} else if len(all) > 0 {
		open.End = all.End()
	}
	return open
}

var (
	compound = []string{
		"if", "elif", "else", "while", "for", "with", "try", "except", "finally", "def", "class", "match", "case",
	}
	simple = []string{"return", "del", "global", "nonlocal", "raise", "assert", "import", "from"}
)

// statements are those of a line: a compound one with the simple ones behind its colon, or simple ones.
func statements(line Expr, compound []string) (list []*Stmt) {
	end := line.End()
	for len(line) > 0 {
		s := &Stmt{Start: line.Start(), End: end}
		if line.Begins("async") && len(line) > 1 {
			line = line[1:]
		}
		sign := ";"
		switch word := line[:1].Name(); {
		case slices.Contains(compound, word) && !isName(line):
			s.Word, sign = word, ":"
			line = line[1:]
		case slices.Contains(simple, word):
			s.Word, line = word, line[1:]
		}
		s.Line, line = line.Cut(sign)
		if list = append(list, s); sign == ":" && len(line) > 0 {
			s.Body, line = statements(line, nil), nil
		}
		if s.Word == "" {
			s.assigns()
		}
	}
	return list
}

// isName reports whether match or case is a name where it begins a line.
func isName(line Expr) bool {
	isSoft := line.Begins("match") || line.Begins("case")
	return isSoft && (!line[len(line)-1].Is(":") || line[1].Is("=") || line[1].Is(":"))
}

// assigns finds what a statement gives a value to.
func (s *Stmt) assigns() {
	isMerge := func(n Node) bool {
		return n.Kind == Operator && len(n.Text) > 1 && strings.HasSuffix(n.Text, "=") && !slices.Contains(compares, n.Text)
	}
	if i := slices.IndexFunc(s.Line, isMerge); i > 0 {
		s.Targets, s.Value, s.Merges = []Expr{s.Line[:i]}, s.Line[i+1:], true
		return
	}
	parts := s.Line.Split("=")
	name, annotation := parts[0].Cut(":")
	switch {
	case len(parts) > 1:
		s.Targets, s.Value = parts[:len(parts)-1], parts[len(parts)-1]
		s.Targets[0] = name
	case len(annotation) > 0:
		s.Targets = []Expr{name}
	}
}

var compares = []string{"==", "!=", "<=", ">=", ":="}

// Own calls a function with the operands of a statement's own line.
func (s *Stmt) Own(do func(in Expr, from, to int)) { s.Line.Each(do) }

// Each calls a function with the operands of a statement, and of those in it.
func (s *Stmt) Each(do func(in Expr, from, to int)) {
	s.Own(do)
	for _, in := range s.Body {
		in.Each(do)
	}
}
