package syntax

import "strings"

func (p *parser) def() *Stmt {
	s := &Stmt{Kind: Def}
	p.at++
	p.declared(s)
	if p.take("(") {
		s.Parameters = p.parameters(")", true)
	}
	if p.take("->") {
		p.expr()
	}
	return s
}

func (p *parser) class() *Stmt {
	s := &Stmt{Kind: Class}
	p.at++
	p.declared(s)
	if p.take("(") {
		s.Exprs = p.items(")", p.argument)
	}
	return s
}

// declared reads the name of a function or class, and the parameters of its type.
func (p *parser) declared(s *Stmt) {
	s.Name, s.NameAt = p.word(), p.start()
	p.at++
	if p.take("[") {
		p.items("]", p.slice)
	}
}

func (p *parser) with() *Stmt {
	s := &Stmt{Kind: With}
	p.at++
	for p.at < p.end && !p.is(":") {
		before := p.at
		var name *Expr
		value := p.expr()
		if p.take("as") {
			name = p.primary()
		}
		s.Exprs = append(s.Exprs, value, name)
		if !p.take(",") && !p.take(")") && p.at == before {
			p.at++
		}
	}
	return s
}

// imports reads "import a.b as c" and "from .a import b as c".
func (p *parser) imports() *Stmt {
	s, from := &Stmt{Kind: Import}, Imported{}
	isFrom := p.take("from")
	for p.is(".") || p.is("...") {
		from.Level += len(p.word())
		p.at++
	}
	if isFrom && !p.is("import") {
		from.Module = p.primary().Dotted()
	}
	p.take("import")
	p.take("(")
	for p.at < p.end && !p.closes() {
		one, name := from, p.primary().Dotted()
		if one.As, _, _ = strings.Cut(name, "."); isFrom {
			one.Name = name
		} else {
			one.Module = name
		}
		if p.take("as") {
			one.As = p.primary().Dotted()
		}
		s.Imports = append(s.Imports, one)
		if !p.take(",") {
			break
		}
	}
	p.take(")")
	return s
}
