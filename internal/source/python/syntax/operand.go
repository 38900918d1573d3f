package syntax

import (
	"slices"
	"strings"
)

// operand reads a literal, a name, or what is in brackets.
func (p *parser) operand() *Expr {
	e := &Expr{Start: p.start()}
	if p.at >= p.end {
		return p.finish(e)
	}
	switch t := p.tokens[p.at]; t.Kind {
	case StringToken:
		return p.stringLiteral()
	case NumberToken:
		e.Kind, e.Name = numberKind(p.word()), p.word()
	case NameToken:
		return p.named()
	default:
		return p.deeper(p.bracketed)
	}
	p.at++
	return p.finish(e)
}

func numberKind(word string) Kind {
	isHex := strings.HasPrefix(strings.ToLower(word), "0x")
	if strings.ContainsAny(word, ".jJ") || strings.ContainsAny(word, "eE") && !isHex {
		return Float
	}
	return Integer
}

func (p *parser) named() *Expr {
	e := &Expr{Kind: Name, Start: p.start(), Name: p.word()}
	p.at++
	switch e.Name {
	case "True", "False":
		e.Kind = Boolean
	case "None":
		e.Kind = None
	case "yield":
		e.Kind = Other
		p.take("from")
		if !p.closes() {
			e.Items = []*Expr{p.tuple(p.starred)}
		}
	}
	return p.finish(e)
}

func (p *parser) stringLiteral() *Expr {
	e := &Expr{Kind: String, Start: p.start()}
	for p.at < p.end && p.tokens[p.at].Kind == StringToken {
		segments, ok := p.segments(p.tokens[p.at])
		if !ok {
			e.Kind = Other
		}
		e.Segments = append(e.Segments, segments...)
		p.at++
	}
	return p.finish(e)
}

func (p *parser) bracketed() *Expr {
	e := &Expr{Start: p.start()}
	word := p.word()
	p.at++
	switch word {
	case "(":
		e.Kind, e.Items = Tuple, p.items(")", p.starred)
		if n := p.at - 2; len(e.Items) == 1 && n >= 0 && p.wordAt(n) != "," {
			return p.parenthesized(e)
		}
	case "[":
		e.Kind, e.Items = List, p.items("]", p.starred)
	case "{":
		e.Items = p.items("}", p.entry)
		if isDict(e.Items) {
			e.Kind = Dict
		}
	}
	return p.finish(e)
}

// parenthesized is what parentheses hold, which begin and end it.
func (p *parser) parenthesized(e *Expr) *Expr {
	in := e.Items[0]
	if in.Kind == String || in.Kind == Name || in.Kind == Attribute {
		return in // its place is that of its words
	}
	in.Start = e.Start
	return p.finish(in)
}

func isDict(items []*Expr) bool {
	return !slices.ContainsFunc(items, func(item *Expr) bool {
		isLoop := item.Kind == Comprehend && item.X.Kind == Entry
		return item.Kind != Entry && !item.Is(Star, "**") && !isLoop
	})
}

func (p *parser) lambda() *Expr {
	e := &Expr{Kind: Lambda, Start: p.start()}
	p.at++
	e.Parameters = p.parameters(":", false)
	e.X = p.expr()
	return p.finish(e)
}

// parameters reads those of a function, and the word behind them.
func (p *parser) parameters(shut string, annotated bool) (list []Parameter) {
	for p.at < p.end && !p.take(shut) {
		before := p.at
		var one Parameter
		if w := p.word(); w == "*" || w == "**" {
			one.Star = w
			p.at++
		}
		if p.at < p.end && p.tokens[p.at].Kind == NameToken {
			one.Name = p.word()
			p.at++
		}
		if annotated && p.take(":") {
			one.Annotation = p.expr()
		}
		if p.take("=") {
			one.Default = p.expr()
		}
		if one.Name != "" || one.Star != "" {
			list = append(list, one)
		}
		if !p.take(",") && p.at == before {
			p.at++
		}
	}
	return list
}

// field reads the expression in the braces of a string. What follows it there, such as a format, makes another
// text of it.
func (p *parser) field(start, end int, host Token) *Expr {
	unknown := &Expr{Start: start, End: end}
	if p.fields >= mostNested {
		return unknown
	}
	shut := end
	if strings.HasSuffix(p.text[start:end], "}") {
		shut--
	}
	l := &lexer{text: p.text[:shut], at: start, depth: 1}
	for l.at < shut {
		l.next()
	}
	in := parser{text: p.text, tokens: l.tokens, end: len(l.tokens), depth: p.depth, fields: p.fields + 1, broken: len(p.text)}
	e := in.tuple(in.starred)
	if in.at < in.end {
		unknown.Items = []*Expr{e}
		return unknown
	}
	return e
}
