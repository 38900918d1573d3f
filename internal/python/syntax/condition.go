package syntax

// Branches are the expressions in: one if condition else other.
func (s *Source) Branches(v Value) (then, otherwise Value, ok bool) {
	for s.Word(v.First) == "(" && s.Closing(v.First) == v.End-1 {
		v.First, v.End = v.First+1, v.End-1
	}
	at := v.First
	for i := v.First; i < v.End; i++ {
		switch shut, opens := s.Pairs[i]; {
		case opens:
			i = shut
		case s.Word(i) == "lambda":
			return then, otherwise, false
		case s.Word(i) == "if":
			then = s.Part(at, i)
		case s.Word(i) == "else" && then.End > 0:
			return then, s.Part(i+1, v.End), true
		}
	}
	return then, otherwise, false
}

// Part is an expression that ends before a token.
func (s *Source) Part(first, end int) Value {
	read, next := s.Operand(first, 0)
	if next != end {
		read = Value{}
	}
	read.First, read.End = first, end
	return read
}
