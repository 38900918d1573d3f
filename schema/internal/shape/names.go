package shape

import (
	"maps"
	"slices"
)

// TopFields are the fields of a schema at the top.
func TopFields() []string {
	properties, _ := theShape().at("#/properties").(map[string]any)
	return slices.Sorted(maps.Keys(properties))
}

// RuleNames lists the rules that check.rules can set.
func RuleNames() []string {
	rules, _ := theShape().at("#/properties/check/properties/rules/properties").(map[string]any)
	return slices.Sorted(maps.Keys(rules))
}
