package syntax

// Parameter is one of a function's.
type Parameter struct {
	Name     string
	Star     string // "*" or "**"
	Fallback int    // the token at which its default begins; 0: it has none
	At       int    // its name
}

// ParametersIn are those between two tokens, the first few.
func (s *Source) ParametersIn(i, end int) (list []Parameter) {
	for ; i < end && len(list) < mostParameters; i++ {
		p := Parameter{At: i}
		if word := s.Word(i); word == "*" || word == "**" {
			p.Star = word
			i++
		}
		if s.Word(i) != "," {
			p.Name, p.At = s.Word(i), i
		}
		for ; i < end && s.Word(i) != ","; i++ {
			if shut, ok := s.Pairs[i]; ok {
				i = shut
			} else if s.Word(i) == "=" {
				p.Fallback = i + 1
			}
		}
		if p.Name != "/" {
			list = append(list, p)
		}
	}
	return list
}

// mostParameters is how many of a function's are read.
const mostParameters = 20
