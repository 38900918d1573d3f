package workspace

import (
	"fmt"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// Rules describes every kind of finding that a call returns.
func Rules() diag.Rules {
	return diag.AllRules()
}

// Rule describes one kind of finding. If there is none by that name, the error has
// the name that is nearest.
func Rule(id string) (diag.Rule, error) {
	all := Rules()
	if r, ok := all.Find(id); ok {
		return r, nil
	}
	if near := diag.Nearest(id, all.IDs()); len(near) > 0 {
		return diag.Rule{}, fmt.Errorf("there is no rule %q; did you mean %q?", id, near[0])
	}
	return diag.Rule{}, fmt.Errorf("there is no rule %q; `stategen explain` lists them", id)
}
