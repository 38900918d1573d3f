package python

// argumentOf is the value of name=value in a call.
func (s *source) argumentOf(open int, want string) (value, bool) {
	for i := open + 1; i < s.closing(open); i++ {
		if shut, ok := s.pairs[i]; ok {
			i = shut
		} else if s.word(i) == want && s.word(i+1) == "=" {
			return s.value(i + 2), true
		}
	}
	return value{}, false
}

// lastCall is the bracket of the call of a method that an expression ends with; -1: it is
// something else.
func (s *source) lastCall(v value) int {
	for i := v.first; i < v.end; i++ {
		shut, ok := s.pairs[i]
		switch {
		case ok && shut == v.end-1 && s.word(i) == "(" && s.word(i-2) == "." && i-2 > v.first:
			return i
		case ok:
			i = shut
		case s.tokens[i].kind == op && s.word(i) != ".":
			return -1
		}
	}
	return -1
}

// owner is the expression before a method.
func (s *source) owner(first, end int) value {
	if l, n := s.literal(first); s.tokens[first].kind == str && l != nil && first+n == end {
		return value{kind: text, literal: l, first: first, end: end}
	}
	v := value{first: first, end: end}
	if _, next := s.dotted(first); s.tokens[first].kind == name && next > end {
		v.kind, v.name = reference, s.words(v)
	}
	return v
}

// ownerOf is the dotted name of which a method is called.
func (s *source) ownerOf(method int) (value, bool) {
	first := s.firstOf(method)
	if first < 0 || first == method || s.tokens[first].kind != name {
		return value{}, false
	}
	var words string
	for i := first; i < method-1; i++ {
		words += s.word(i)
	}
	return value{kind: reference, name: words, first: first, end: method - 1}, true
}

// firstOf is the first token of the dotted name whose last word is at a token; -1: it is too long.
func (s *source) firstOf(last int) int {
	for n := 0; n < longestName; n++ {
		if s.word(last-1) != "." {
			return last
		}
		last -= 2
	}
	return -1
}

// given is an argument of a call, by its name or the first.
func (s *source) given(open int, name string) value {
	if v, ok := s.argumentOf(open, name); ok {
		return v
	}
	return s.value(open + 1)
}

// callOf is the dotted name that an expression calls, and where its arguments begin; false: it is
// something else, or more.
func (s *source) callOf(v value) (dotted string, open int, ok bool) {
	dotted, open = s.dotted(v.first)
	return dotted, open, s.word(open) == "(" && s.closing(open)+1 == v.end
}

// stripped reports whether .strip() follows, or one like it.
func (s *source) stripped(i int) bool {
	if i+3 >= len(s.tokens) || s.word(i) != "." || s.word(i+2) != "(" || s.word(i+3) != ")" {
		return false
	}
	switch s.word(i + 1) {
	case "strip", "lstrip", "rstrip":
		return true
	}
	return false
}

// longestName is how many words a dotted name has at most, of which a method is called.
const longestName = 8
