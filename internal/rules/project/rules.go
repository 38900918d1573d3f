package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	_ "github.com/seed92179c4c/stategen/internal/rules/graph" // registers its rules
	"github.com/seed92179c4c/stategen/schema/load"
)

// Rules lists the metadata of the rules that a check has: those of the packages of rules that a program imports.
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

// ExampleSchema is the schema that the examples of the rules on templates
// are checked against. An example that begins with "version:" is a schema of
// its own.
const ExampleSchema = `version: 1
keys:
  city: string
  seat: string?
  language: {type: string, default: en}
  user:name: string
  user:theme: {type: string, default: light}
  user:passport: {type: string, optional: true, sensitive: true}
  temp:report: string
  photo: bytes
`
