package main

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/schema/load"
)

// rules describes every kind of finding that any command prints.
func rules() diag.Rules {
	return slices.Concat(load.Rules(), generator.Rules(), folderRules(), diag.Rules{staleRule()}, check.Rules())
}

// knownRule is an error, with the nearest name, unless there is such a rule.
func knownRule(id string) error {
	all := rules()
	if _, ok := all.Find(id); ok {
		return nil
	}
	if near := diag.Nearest(id, all.IDs()); len(near) > 0 {
		return fmt.Errorf("there is no rule %q; did you mean %q?", id, near[0])
	}
	return fmt.Errorf("there is no rule %q; `stategen explain` lists them", id)
}
