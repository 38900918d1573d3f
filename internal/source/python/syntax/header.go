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

func (p *parser) imports() *Stmt {
	s := &Stmt{Kind: Import}
	p.at++
	for p.at < p.end && !p.is(";") {
		i := Imported{At: p.start(), Module: p.dotted()}
		i.As, _, _ = strings.Cut(i.Module, ".")
		if p.take("as") {
			i.As = p.word()
			p.at++
		}
		s.Imports = append(s.Imports, i)
		if !p.take(",") {
			break
		}
	}
	return s
}

func (p *parser) importsFrom() *Stmt {
	s := &Stmt{Kind: Import}
	p.at++
	from := Imported{}
	for p.is(".") || p.is("...") {
		from.Level += len(p.word())
		p.at++
	}
	if !p.is("import") {
		from.Module = p.dotted()
	}
	p.take("import")
	p.take("(")
	for p.at < p.end && !p.is(")") && !p.is(";") {
		one := from
		one.At, one.Name, one.As = p.start(), p.word(), p.word()
		p.at++
		if p.take("as") {
			one.As = p.word()
			p.at++
		}
		s.Imports = append(s.Imports, one)
		p.take(",")
	}
	p.take(")")
	return s
}

func (p *parser) dotted() string {
	var b strings.Builder
	isName := func() bool { return p.tokens[p.at].Kind == NameToken && !p.is("import") && !p.is("as") }
	for p.at < p.end && (isName() || p.is(".")) {
		b.WriteString(p.word())
		p.at++
	}
	return b.String()
}
