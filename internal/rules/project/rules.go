package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	_ "github.com/seed92179c4c/stategen/internal/rules/graph" // registers its rules
	"github.com/seed92179c4c/stategen/schema/load"
)

// Rules lists the metadata of every rule of this package, those on Go source
// and on whole projects included.
func Rules() diag.Rules {
	list := diag.RulesOn(diag.OnFiles, diag.OnPrompts, diag.OnGo, diag.OnPython, diag.OnProjects, diag.OnAgents)
	return append(list, StaleCode)
}

// NeedsSchema reports whether a rule only holds of keys that somebody declares.
func NeedsSchema(id string) bool {
	rule, _ := diag.FindRule(id)
	return !rule.WithoutSchema
}

// ruleNames lists what a suppression can name.
func ruleNames() []string {
	return append(Rules().IDs(), load.Rules().IDs()...)
}
