package syntax

import "strings"

// IsBroken reports whether no Python can run the file: brackets that don't match, or a colon where
// only arguments may be.
func (s *Source) IsBroken() bool {
	var open []int
	for i := 0; i < s.Plain; i++ {
		switch word := s.Word(i); {
		case word == "lambda":
			i = s.LambdaBody(i) - 1
		case s.Tokens[i].Kind != Operator || word == "":
		case strings.Contains("([{", word):
			open = append(open, i)
		case strings.Contains(")]}", word):
			if len(open) == 0 || !strings.Contains("() [] {}", s.Word(open[len(open)-1])+word) {
				return true
			}
			open = open[:len(open)-1]
		case word == ":" && len(open) > 0 && s.Word(open[len(open)-1]) == "(":
			if line := s.Word(s.Tokens[i].Line); line != "def" && line != "async" {
				return true
			}
		}
	}
	return len(open) > 0
}
