package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var optionalParameter = diag.Register(diag.OnGo, diag.Rule{
	ID:       "optional-parameter",
	Severity: diag.Warning,
	Summary:  "a workflow's node takes an optional key from the state, and fails while it isn't set",
	Why: "ADK fails a node of NewFunctionNodeFromState if any key of its parameters is not set, whatever the type of " +
		"the field. Where an earlier node always sets the key, all is well; else read it with its getter, which tells " +
		"whether it is set.",
	Bad: "func node() {\n\tworkflow.NewFunctionNodeFromState(\"greet\", func(ctx agent.InvocationContext, p struct {\n" +
		"\t\tName string `state:\"user:name\"`\n\t}) (string, error) {\n" +
		"\t\treturn p.Name, nil\n\t}, workflow.NodeConfig{})\n}\n",
	Good: "func node() {\n\tworkflow.NewFunctionNodeFromState(\"greet\", func(ctx agent.InvocationContext, p struct {\n" +
		"\t\tCity string `state:\"city\"`\n\t}) (string, error) {\n\t\treturn p.City, nil\n\t}, workflow.NodeConfig{})\n}\n",
})

// OptionalParameter is about the field of a node's parameters that ADK fills.
func OptionalParameter(at diag.Span, key *schema.Key) diag.Diagnostic {
	d := diag.New(optionalParameter, at, "%s is optional: ADK fails the node while it isn't set", diag.Key(key.Wire())).
		WithHint("read it with the generated getter, or give the key a default")
	d.Related = DeclaredHere(key)
	return d
}
