package python

// branches are the expressions in: one if condition else other.
func (s *source) branches(v value) (then, otherwise value, ok bool) {
	for s.word(v.first) == "(" && s.closing(v.first) == v.end-1 {
		v.first, v.end = v.first+1, v.end-1
	}
	at := v.first
	for i := v.first; i < v.end; i++ {
		switch shut, opens := s.pairs[i]; {
		case opens:
			i = shut
		case s.word(i) == "lambda":
			return then, otherwise, false
		case s.word(i) == "if":
			then = s.part(at, i)
		case s.word(i) == "else" && then.end > 0:
			return then, s.part(i+1, v.end), true
		}
	}
	return then, otherwise, false
}

// part is an expression that ends before a token.
func (s *source) part(first, end int) value {
	read, next := s.operand(first, 0)
	if next != end {
		read = value{}
	}
	read.first, read.end = first, end
	return read
}
