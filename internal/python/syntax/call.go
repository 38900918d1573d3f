package syntax

// Keyword is the value of name=value in a call.
func (s *Source) Keyword(open int, want string) (Value, bool) {
	for i := open + 1; i < s.Closing(open); i++ {
		if shut, ok := s.Pairs[i]; ok {
			i = shut
		} else if s.Word(i) == want && s.Word(i+1) == "=" {
			return s.Value(i + 2), true
		}
	}
	return Value{}, false
}

// LastCall is the bracket of the call of a method that an expression ends with; -1: it is
// something else.
func (s *Source) LastCall(v Value) int {
	for i := v.First; i < v.End; i++ {
		shut, ok := s.Pairs[i]
		switch {
		case ok && shut == v.End-1 && s.Word(i) == "(" && s.Word(i-2) == "." && i-2 > v.First:
			return i
		case ok:
			i = shut
		case s.Tokens[i].Kind == Operator && s.Word(i) != ".":
			return -1
		}
	}
	return -1
}

// Receiver is the expression before a method.
func (s *Source) Receiver(first, end int) Value {
	if l, n := s.Literal(first); s.Tokens[first].Kind == String && l != nil && first+n == end {
		return Value{Kind: Text, Literal: l, First: first, End: end}
	}
	v := Value{First: first, End: end}
	if _, next := s.Dotted(first); s.Tokens[first].Kind == Name && next > end {
		v.Kind, v.Name = Reference, s.Words(v)
	}
	return v
}

// OwnerOf is the dotted name of which a method is called.
func (s *Source) OwnerOf(method int) (Value, bool) {
	first := s.FirstOf(method)
	if first < 0 || first == method || s.Tokens[first].Kind != Name {
		return Value{}, false
	}
	var words string
	for i := first; i < method-1; i++ {
		words += s.Word(i)
	}
	return Value{Kind: Reference, Name: words, First: first, End: method - 1}, true
}

// FirstOf is the first token of the dotted name whose last word is at a token; -1: it is too long.
func (s *Source) FirstOf(last int) int {
	for n := 0; n < longestName; n++ {
		if s.Word(last-1) != "." {
			return last
		}
		last -= 2
	}
	return -1
}

// StartOf is the first token of the dotted name that has a word at a token, however long it is.
func (s *Source) StartOf(i int) int {
	for s.Word(i-1) == "." {
		i -= 2
	}
	return i
}

// Argument is an argument of a call, by its name or the first.
func (s *Source) Argument(open int, name string) Value {
	if v, ok := s.Keyword(open, name); ok {
		return v
	}
	return s.Value(open + 1)
}

// CallOf is the dotted name that an expression calls, and where its arguments begin; false: it is
// something else, or more.
func (s *Source) CallOf(v Value) (dotted string, open int, ok bool) {
	dotted, open = s.Dotted(v.First)
	return dotted, open, s.Word(open) == "(" && s.Closing(open)+1 == v.End
}

// stripped reports whether .strip() follows, or one like it.
func (s *Source) stripped(i int) bool {
	if i+3 >= len(s.Tokens) || s.Word(i) != "." || s.Word(i+2) != "(" || s.Word(i+3) != ")" {
		return false
	}
	switch s.Word(i + 1) {
	case "strip", "lstrip", "rstrip":
		return true
	}
	return false
}

// longestName is how many words a dotted name has at most, of which a method is called.
const longestName = 8
