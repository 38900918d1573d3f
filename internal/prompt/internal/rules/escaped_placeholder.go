package rules

import "github.com/seed92179c4c/stategen/internal/prompt/internal/judge"

// checkEscaped reports ${price} for a declared key: the price of something, more likely than text
// that is meant so.
func checkEscaped(p *judge.Pass) {
	for _, ph := range p.AfterDollar() {
		right := ph.Write(ph.Wire, ph.Optional)
		f := malformed(p, ph.Token, "ADK for Python leaves this as text since 2.10, as a dollar is in front of it").
			Hintf("write %s, or $ %s with a space, if the value is meant", right, right).
			Relatedf(ph.Key.Span, "declared here")
		f.MakeLikely()
		p.Keep(f)
	}
}
