package instruction

// scanner merges the placeholders in braces with those in angle brackets and
// fills the gaps with text.
type scanner struct {
	text  string
	pos   int // everything before it has been yielded
	brace finder
	angle finder
}

func newScanner(text string, g Grammar) scanner {
	s := scanner{
		text:  text,
		brace: finder{open: '{', close: '}', dialect: g.Dialect},
		angle: finder{open: '<', close: '>', dialect: Stategen},
	}
	s.brace.start(text, g.Brace)
	s.angle.start(text, g.Angle)
	return s
}

// next returns the next token; false at the end of the text.
func (s *scanner) next() (Token, bool) {
	if s.pos == len(s.text) {
		return Token{}, false
	}
	tok, start := s.peek(), s.pos
	if tok.Start > start {
		s.pos = tok.Start
		return Token{Kind: Text, Start: start, End: tok.Start}, true
	}
	s.pos = tok.End
	return *tok, true
}

// peek returns the first placeholder or group from pos on. A group gives way
// to what begins inside it, so that an angle placeholder within JSON is found.
func (s *scanner) peek() *Token {
	first, second := &s.brace, &s.angle
	first.catchUp(s.text, s.pos)
	second.catchUp(s.text, s.pos)
	for {
		if second.tok.Start < first.tok.Start {
			first, second = second, first
		}
		if first.tok.Kind != Group || second.tok.Start >= first.tok.End {
			return &first.tok
		}
		first.find(s.text, first.tok.End)
	}
}

// finder holds the next token of one pair of brackets; at the end of the text
// an empty one.
type finder struct {
	open, close byte
	dialect     Dialect
	tok         Token
}

func (f *finder) start(text string, enabled bool) {
	if enabled {
		f.find(text, 0)
		return
	}
	f.tok = end(text)
}

func (f *finder) catchUp(text string, pos int) {
	if f.tok.Start < pos {
		f.find(text, pos)
	}
}

func (f *finder) find(text string, pos int) {
	for {
		g, ok := nextGroup(text, pos, f.open, f.close)
		if !ok {
			f.tok = end(text)
			return
		}
		f.tok.Angle = f.open == '<'
		if f.dialect == ADK {
			f.tok.fillADK(text, g)
			return
		}
		if f.tok.fillPlain(text, g) {
			return
		}
		pos = g.end
	}
}

func end(text string) Token { return Token{Start: len(text), End: len(text)} }
