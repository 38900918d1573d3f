package audit

import "github.com/seed92179c4c/stategen/diag"

// judge is what the rules look at.
type judge struct {
	*index
	*order
	related map[diag.Span]bool
	advised map[string]bool // the hints of findings about placeholders
	named   map[*key]bool   // keys that findings about others name, once it was asked for
	unused  []uncalledUse   // keys that are whole only with functions that no program runs
}

func newJudge(p Project) *judge {
	facts := newIndex(p)
	j := &judge{index: facts, order: newOrder(facts), related: map[diag.Span]bool{}, advised: map[string]bool{}}
	for _, d := range p.Found {
		if d.ID == "malformed-placeholder" {
			j.advised[d.Hint] = true
		}
		for _, r := range d.Related {
			j.related[r.Span] = true
		}
	}
	return j
}
