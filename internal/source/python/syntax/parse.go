package syntax

// parser reads the tokens of a file, one logical line after the other.
type parser struct {
	text   string
	tokens []Token
	at     int
	end    int // of the line
	depth  int // of expressions in expressions
	fields int // of strings in the braces of strings
	broken int // where the first thing is that is no Python, or the file's end
}

// mostDeep is how deeply expressions in expressions are read.
const mostDeep = 60

// isBroken notes that what comes next is no Python.
func (p *parser) isBroken() { p.broken = min(p.broken, p.start()) }

func (p *parser) word() string { return p.wordAt(p.at) }

func (p *parser) wordAt(i int) string {
	if i >= p.end {
		return ""
	}
	return p.text[p.tokens[i].Start:p.tokens[i].End]
}

// is reports whether an operator or a word of the language comes next, which a string can't be.
func (p *parser) is(word string) bool { return p.word() == word }

func (p *parser) take(word string) bool {
	if !p.is(word) {
		return false
	}
	p.at++
	return true
}

// closes reports whether a closing bracket or the end of a statement comes next.
func (p *parser) closes() bool {
	switch p.word() {
	case "", ")", "]", "}", ";":
		return true
	}
	return false
}

// start is where the next token begins, or the last one ends.
func (p *parser) start() int {
	if p.at < p.end {
		return p.tokens[p.at].Start
	}
	return p.lastEnd()
}

func (p *parser) lastEnd() int {
	if p.at == 0 {
		return 0
	}
	return p.tokens[min(p.at, len(p.tokens))-1].End
}

func (p *parser) finish(e *Expr) *Expr {
	e.End = p.lastEnd()
	return e
}

// expr reads an expression without commas around it.
func (p *parser) expr() *Expr {
	return p.deeper(p.exprHere)
}

// deeper reads what is in an expression, and passes over it if it is nested too deeply.
func (p *parser) deeper(read func() *Expr) *Expr {
	if p.depth == mostDeep {
		return p.skipped()
	}
	p.depth++
	defer func() { p.depth-- }()
	return read()
}

func (p *parser) exprHere() *Expr {
	start := p.start()
	if p.is("lambda") {
		return p.lambda()
	}
	e := p.binary(0)
	switch {
	case p.take(":="):
		return p.finish(&Expr{Kind: Other, Start: start, Items: []*Expr{e, p.expr()}})
	case p.take("if"):
		choice := &Expr{Start: start, Items: []*Expr{e, p.binary(0)}}
		if p.take("else") {
			choice.Items = append(choice.Items, p.expr())
		}
		return p.finish(choice)
	}
	return e
}

// skipped passes over what is nested too deeply, up to the bracket around it.
func (p *parser) skipped() *Expr {
	e := &Expr{Start: p.start()}
	for open := 0; p.at < p.end; p.at++ {
		switch w := p.word(); w {
		case "(", "[", "{":
			open++
		case ")", "]", "}":
			if open--; open < 0 {
				return p.finish(e)
			}
		}
	}
	return p.finish(e)
}

// strengths are how strongly operators bind their operands.
var strengths = map[string]int{
	"or": 1, "and": 2, "in": 4, "not in": 4, "is": 4, "is not": 4, "<": 4, ">": 4, "<=": 4, ">=": 4, "==": 4, "!=": 4, "|": 5, "^": 6, "&": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "//": 10, "%": 10, "@": 10, "**": 12,
}

// compares is how strongly comparisons bind; the names of a loop bind more than its "in".
const compares = 4

// operator is the one that comes next: its words, and how many tokens they are.
func (p *parser) operator() (op string, n int) {
	switch both := p.word() + " " + p.wordAt(p.at+1); both {
	case "not in", "is not":
		return both, 2
	}
	return p.word(), 1
}

func (p *parser) binary(least int) *Expr {
	start := p.start()
	left := p.unary()
	for {
		op, n := p.operator()
		strength := strengths[op]
		if strength == 0 || strength < least || p.at >= p.end {
			return left
		}
		p.at += n
		right := p.binary(strength + 1)
		if left.Is(Binary, op) && left.Start == start && p.text[start] != '(' {
			left.Items = append(left.Items, right)
			p.finish(left)
			continue
		}
		left = p.finish(&Expr{Kind: Binary, Name: op, Start: start, Items: []*Expr{left, right}})
	}
}

func (p *parser) unary() *Expr {
	switch p.word() {
	case "not", "-", "+", "~", "await":
		return p.deeper(p.operated)
	}
	return p.primary()
}

// operated reads what an operator that stands in front is applied to.
func (p *parser) operated() *Expr {
	start, word := p.start(), p.word()
	p.at++
	if word == "not" {
		return p.finish(&Expr{Name: word, Start: start, Items: []*Expr{p.binary(compares)}})
	}
	of := p.unary()
	switch {
	case word == "await":
		return p.finish(&Expr{Kind: Await, Start: start, X: of})
	case word == "-" && (of.Kind == Integer || of.Kind == Float):
		of.Start, of.Name = start, "-"+of.Name
		return of
	}
	return p.finish(&Expr{Start: start, Items: []*Expr{of}})
}

// primary reads an operand, and what is asked of it: attributes, calls, indexes.
func (p *parser) primary() *Expr {
	e := p.operand()
	start := e.Start
	for {
		switch p.word() {
		case ".":
			p.at++
			if p.at >= p.end || p.tokens[p.at].Kind != NameToken {
				return p.finish(&Expr{Start: start, Items: []*Expr{e}})
			}
			e = &Expr{Kind: Attribute, Start: start, X: e, Name: p.word()}
			p.at++
		case "(":
			p.at++
			e = &Expr{Kind: Call, Start: start, X: e, Items: p.items(")", p.argument)}
		case "[":
			p.at++
			e = &Expr{Kind: Index, Start: start, X: e}
			if items := p.items("]", p.slice); len(items) == 1 {
				e.Y = items[0]
			} else {
				e.Y = &Expr{Kind: Tuple, Start: start, End: p.lastEnd(), Items: items}
			}
		default:
			return e
		}
		p.finish(e)
	}
}

// items reads what is between commas up to a bracket. It goes on behind what it can't read.
func (p *parser) items(shut string, read func() *Expr) (list []*Expr) {
	opening := p.at - 1
	for p.at < p.end {
		if p.take(shut) {
			return list
		}
		before := p.at
		if !p.is(",") {
			list = append(list, p.comprehended(read()))
		}
		if !p.take(",") && !p.is(shut) && (p.at == before || p.closes()) {
			p.isBroken()
			p.at++
		}
	}
	p.broken = min(p.broken, p.tokens[opening].Start)
	return list
}

// comprehended adds the loops that may follow an element.
func (p *parser) comprehended(e *Expr) *Expr {
	if !p.is("for") && !(p.is("async") && p.wordAt(p.at+1) == "for") {
		return e
	}
	c := &Expr{Kind: Comprehend, Start: e.Start, X: e}
	for {
		p.take("async")
		switch {
		case p.take("for"):
			c.Y = p.tuple(func() *Expr { return p.binary(compares + 1) })
			p.take("in")
			c.Items = append(c.Items, p.binary(0))
		case p.take("if"):
			c.Items = append(c.Items, p.binary(0))
		default:
			return p.finish(c)
		}
	}
}

func (p *parser) argument() *Expr {
	if p.at < p.end && p.tokens[p.at].Kind == NameToken && p.wordAt(p.at+1) == "=" {
		k := &Expr{Kind: Keyword, Start: p.start(), Name: p.word()}
		p.at += 2
		k.X = p.expr()
		return p.finish(k)
	}
	return p.starred()
}

func (p *parser) starred() *Expr {
	if op := p.word(); op == "*" || op == "**" {
		s := &Expr{Kind: Star, Start: p.start(), Name: op}
		p.at++
		s.X = p.expr()
		return p.finish(s)
	}
	return p.expr()
}

func (p *parser) slice() *Expr {
	e := &Expr{Start: p.start()}
	for isSlice := false; ; isSlice = true {
		if !p.is(":") && !p.is(",") && !p.closes() {
			e.Items = append(e.Items, p.starred())
		}
		switch {
		case p.take(":"):
		case len(e.Items) == 1 && !isSlice:
			return e.Items[0]
		default:
			return p.finish(e)
		}
	}
}

func (p *parser) entry() *Expr {
	e := p.starred()
	if e.Kind != Star && p.take(":") {
		return p.finish(&Expr{Kind: Entry, Start: e.Start, X: e, Y: p.expr()})
	}
	return e
}

// tuple reads one expression, or several with commas between them.
func (p *parser) tuple(read func() *Expr) *Expr {
	first := read()
	if !p.is(",") {
		return first
	}
	t := &Expr{Kind: Tuple, Start: first.Start, Items: []*Expr{first}}
	for p.take(",") {
		if p.closes() || p.is("=") || p.is(":") || p.is("in") {
			break
		}
		t.Items = append(t.Items, read())
	}
	return p.finish(t)
}
