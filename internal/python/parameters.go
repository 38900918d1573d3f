package python

// parameter is one of a function's.
type parameter struct {
	name     string
	star     string // "*" or "**"
	fallback int    // the token at which its default begins; 0: it has none
	at       int    // its name
}

// parametersIn are those between two tokens, the first few.
func (s *source) parametersIn(i, end int) (list []parameter) {
	for ; i < end && len(list) < mostParameters; i++ {
		p := parameter{at: i}
		if word := s.word(i); word == "*" || word == "**" {
			p.star = word
			i++
		}
		if s.word(i) != "," {
			p.name, p.at = s.word(i), i
		}
		for ; i < end && s.word(i) != ","; i++ {
			if shut, ok := s.pairs[i]; ok {
				i = shut
			} else if s.word(i) == "=" {
				p.fallback = i + 1
			}
		}
		if p.name != "/" {
			list = append(list, p)
		}
	}
	return list
}

// mostParameters is how many of a function's are read.
const mostParameters = 20
