package rules

import (
	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/audit/internal/order"
	"github.com/seed92179c4c/stategen/diag"
)

// judge is what the rules look at.
type judge struct {
	*index.Index
	*order.Order
	related map[diag.Span]bool
	advised map[string]bool     // the hints of findings about placeholders
	named   map[*index.Key]bool // keys that findings about others name, once it was asked for
	clients *audit.Clients      // what they say of keys, once it was asked for
	unused  []uncalledUse       // keys that are whole only with functions that no program runs
	answers []answer            // output keys that nothing reads, of agents whose text is seen anyway
}

func newJudge(p audit.Project) *judge {
	facts := index.New(p)
	j := &judge{Index: facts, Order: order.New(facts), related: map[diag.Span]bool{}, advised: map[string]bool{}}
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
