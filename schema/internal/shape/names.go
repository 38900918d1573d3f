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

// IsField reports whether a definition of the JSON Schema has a field.
func IsField(name, definition string) bool {
	for _, long := range []string{"", "/anyOf/1"} { // the long form of a key is its second
		fields, _ := theShape().at("#/definitions/" + definition + long + "/properties").(map[string]any)
		if _, ok := fields[name]; ok {
			return true
		}
	}
	return false
}

// RuleNames lists the rules that check.rules can set.
func RuleNames() []string {
	rules, _ := theShape().at("#/properties/check/properties/rules/properties").(map[string]any)
	var names []string
	for name := range rules {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
