package syntax

import "strings"

// StmtKind says what a statement is.
type StmtKind uint8

// The kinds of statements.
const (
	Plain   StmtKind = iota // an expression, or several: raise, assert, global
	Def                     // Name, Parameters, Body
	Class                   // Name, Exprs are the bases and keywords
	Assign                  // the last of Exprs to all others; with an annotation only: one of them
	Augment                 // the second of Exprs to the first, by Name: "+="
	Return                  // Exprs
	Delete                  // Exprs
	Import                  // Imports
	Loop                    // for: the first of Exprs in the second
	With                    // Exprs, each with its name behind it, or nil
	Block                   // if, while, try and the like: Exprs are conditions
	Global                  // Exprs are names
)

// Stmt is a statement.
type Stmt struct {
	Kind       StmtKind
	Start, End int // of its first line
	Name       string
	NameAt     int // where the name of a function or class is
	Exprs      []*Expr
	Parameters []Parameter
	Decorators []*Expr
	Imports    []Imported
	Body       []*Stmt
}

// Imported is a name that an import gives to a module, or to what it has.
type Imported struct {
	As, Module, Name string // without a Name: the module itself
	Level            int    // how many dots are before it
}

// Each calls a function with all expressions of a statement, and of those in it.
func (s *Stmt) Each(do func(*Expr) bool) {
	s.Own(do)
	for _, in := range s.Body {
		in.Each(do)
	}
}

// Own calls a function with the expressions of a statement's own line.
func (s *Stmt) Own(do func(*Expr) bool) {
	for _, e := range s.Exprs {
		e.Each(do)
	}
	for _, e := range s.Decorators {
		e.Each(do)
	}
	for _, p := range s.Parameters {
		p.Default.Each(do)
	}
}

// Parse reads a file. What it can't read begins at an offset, which is the file's end if there is nothing.
func Parse(text string) (list []*Stmt, broken int) {
	p := &parser{text: text, tokens: tokens(text), broken: len(text)}
	return p.block(-1), p.broken
}

// block reads the lines that are indented by more than those around.
func (p *parser) block(around int) (list []*Stmt) {
	var decorators []*Expr
	for p.at < len(p.tokens) && p.tokens[p.at].Indent > around {
		line := p.line()
		if len(line) > 0 && line[0].Is("@") {
			decorators = append(decorators, line[0].Exprs...)
			continue
		}
		if len(line) > 0 {
			line[0].Decorators, decorators = decorators, nil
		}
		list = append(list, line...)
	}
	return list
}

// line reads a logical line, with the block below it.
func (p *parser) line() []*Stmt {
	first, end := p.at, p.at
	for end < len(p.tokens) && p.tokens[end].Kind != NewlineToken {
		end++
	}
	p.end = end
	list := p.statements()
	p.at = end + 1
	if n := len(list); n > 0 && list[n-1].Body == nil && p.text[p.tokens[max(first, end-1)].Start] == ':' {
		list[n-1].Body = p.block(p.tokens[first].Indent)
	}
	return list
}

// Is reports whether a statement of no kind of its own begins with a word.
func (s *Stmt) Is(word string) bool { return s.Kind == Plain && s.Name == word }

// statements reads those of one line: a compound one with what is behind its colon, or simple ones.
func (p *parser) statements() (list []*Stmt) {
	for p.at < p.end {
		before := p.at
		s := p.statement()
		s.Start, s.End = p.tokens[before].Start, p.tokens[p.end-1].End
		list = append(list, s)
		if p.take(":") && p.at < p.end {
			s.Body = p.statements()
		}
		for p.at < p.end && !p.take(";") {
			p.isBroken()
			p.at++
		}
	}
	return list
}

func (p *parser) statement() *Stmt {
	word := p.word()
	switch word {
	case "async":
		p.at++
		return p.statement()
	case "def":
		return p.def()
	case "class":
		return p.class()
	case "import", "from":
		return p.imports()
	case "for":
		p.at++
		target := p.tuple(func() *Expr { return p.binary(compares + 1) })
		p.take("in")
		return &Stmt{Kind: Loop, Exprs: []*Expr{target, p.tuple(p.starred)}}
	case "with":
		return p.with()
	case "if", "elif", "while", "else", "try", "except", "finally":
		return p.conditional()
	}
	return p.simple(word)
}

func (p *parser) conditional() *Stmt {
	s := &Stmt{Kind: Block, Name: p.word()}
	p.at++
	p.take("*")
	if !p.is(":") {
		s.Exprs = []*Expr{p.tuple(p.starred)}
	}
	for p.at < p.end && !p.is(":") { // except E as name
		p.at++
	}
	return s
}

func (p *parser) simple(word string) *Stmt {
	kinds := map[string]StmtKind{"return": Return, "del": Delete, "global": Global, "nonlocal": Global}
	switch word {
	case "return", "del", "global", "nonlocal", "raise", "assert", "@":
		p.at++
		s := &Stmt{Kind: kinds[word], Name: word, Exprs: []*Expr{p.tuple(p.starred)}}
		if p.take("from") {
			p.expr()
		}
		return s
	case "match", "case":
		if p.text[p.tokens[p.end-1].Start] == ':' && p.wordAt(p.at+1) != "=" && p.wordAt(p.at+1) != ":" {
			p.at = p.end - 1
			return &Stmt{Kind: Block, Name: word}
		}
	}
	return p.assignment()
}

func (p *parser) assignment() *Stmt {
	s := &Stmt{Exprs: []*Expr{p.tuple(p.starred)}}
	if p.is(":") && p.at+1 < p.end { // an annotation
		p.at++
		p.expr()
		s.Kind = Assign
	}
	if op := p.word(); len(op) > 1 && strings.HasSuffix(op, "=") && strengths[op] == 0 && op != ":=" {
		p.at++
		return &Stmt{Kind: Augment, Name: op, Exprs: append(s.Exprs, p.tuple(p.starred))}
	}
	for p.take("=") {
		s.Kind = Assign
		s.Exprs = append(s.Exprs, p.tuple(p.starred))
	}
	return s
}

// Targets are what an assignment gives its value to, and Value is that; nil: it has none.
func (s *Stmt) Targets() []*Expr {
	if s.Kind != Assign {
		return nil
	}
	return s.Exprs[:max(1, len(s.Exprs)-1)]
}

// Value is what an assignment gives; nil: nothing.
func (s *Stmt) Value() *Expr {
	if s.Kind != Assign || len(s.Exprs) < 2 {
		return nil
	}
	return s.Exprs[len(s.Exprs)-1]
}
