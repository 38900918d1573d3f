package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	_ "github.com/seed92179c4c/stategen/internal/rules/graph" // registers its rules
	"github.com/seed92179c4c/stategen/schema"
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

// DeclaredHere points to a key's declaration.
func DeclaredHere(key *schema.Key) []diag.Related {
	return []diag.Related{{Span: key.Span, Message: diag.Quote(key.Wire()) + " is declared here"}}
}

// declaredType writes the declared type as the schema does.
func declaredType(key *schema.Key) string {
	if key.Encoding == schema.JSONString {
		return "JSON text in a string"
	}
	return key.Type.String()
}
