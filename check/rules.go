package check

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema/load"
)

// Rules lists the metadata of every rule of this package, those on Go source
// and on whole projects included.
func Rules() diag.Rules {
	own := diag.Rules{diag.UnusedSuppression, NotChecked, unmatchedPattern, StaleCode}
	return slices.Concat(diag.RulesOn(diag.OnPrompts), own, GoRules(), ProjectRules(), FlowRules())
}

// NeedsSchema reports whether a rule only holds of keys that somebody declares.
func NeedsSchema(id string) bool {
	rule, _ := Rules().Find(id)
	return !rule.WithoutSchema
}

// ruleNames lists what a suppression can name.
func ruleNames() []string {
	return append(Rules().IDs(), load.Rules().IDs()...)
}
