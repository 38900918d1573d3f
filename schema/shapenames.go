package schema

import (
	"maps"
	"slices"
)

// topFields are the fields of a schema at the top.
func topFields() []string {
	properties, _ := theShape().at("#/properties").(map[string]any)
	return slices.Sorted(maps.Keys(properties))
}

// isCheckField reports whether check has a field.
func isCheckField(name string) bool {
	fields, _ := theShape().at("#/properties/check/properties").(map[string]any)
	_, ok := fields[name]
	return ok
}

// isField reports whether a definition of the JSON Schema has a field.
func isField(name, definition string) bool {
	fields, _ := theShape().at("#/definitions/" + definition + "/properties").(map[string]any)
	_, ok := fields[name]
	return ok
}

// ruleNames lists the rules that check.rules can set.
func ruleNames() []string {
	rules, _ := theShape().at("#/properties/check/properties/rules/properties").(map[string]any)
	var names []string
	for name := range rules {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
