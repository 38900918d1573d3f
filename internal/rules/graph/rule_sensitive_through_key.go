package graph

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

var sensitiveThroughKeyRule = diag.Register(diag.OnAgents, diag.Rule{
	ID:       "sensitive-through-key",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a sensitive key may reach a prompt through another key",
	Why: "A function reads a sensitive key and writes one that is not sensitive and that a prompt shows. Whether the " +
		"value goes along, source doesn't tell: look at it, and mark the other key sensitive if it does. It is off " +
		"unless `check.rules` sets it to warning or error. In the example, llm makes an LLM agent of its name, " +
		"instruction and output key.",
	Bad: "passport, _ := st.Get(\"passport\")\nst.Set(\"city\", passport)\n" +
		"llm(\"greeter\", \"Greet the traveller from {city}.\", \"plan\")\n",
	Good: "passport, _ := st.Get(\"passport\")\nst.Set(\"checked\", passport != nil)\n" +
		"llm(\"greeter\", \"Greet the traveller from {city}.\", \"plan\")\n",
})

var _ = find((*finder).sensitiveThroughKey)

// sensitiveThroughKey finds a function that reads a sensitive key and writes another one that a
// prompt shows.
func (f *finder) sensitiveThroughKey(k *schema.Key, id string) {
	if !k.Sensitive {
		return
	}
	reads, _ := f.edges(id)
	for _, read := range reads {
		if read.Kind != flow.Reads || read.Maybe {
			continue
		}
		for _, write := range f.from[read.To] {
			other := f.nodes[write.To]
			mayCarry := write.Kind.Changes() && write.Kind != flow.Clears && !write.Maybe
			if !mayCarry || other.Kind != flow.Key || other.Key.Sensitive {
				continue
			}
			shown, _ := f.edges(other.ID)
			for _, show := range shown {
				if show.Kind == flow.Shows && !show.Maybe {
					hint := "make sure that its value does not go along, or mark " + diag.Quote(other.Name) + " sensitive"
					f.report(sensitiveThroughKeyRule, k, hint, []flow.Edge{read, write, show},
						"is sensitive, and what reads it writes %s, which a prompt shows", diag.Quote(other.Name))
					break
				}
			}
		}
	}
}
