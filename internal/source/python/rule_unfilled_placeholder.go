package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

var unfilledPlaceholder = diag.Register(diag.OnPython, diag.Rule{
	ID:       "unfilled-placeholder",
	Severity: diag.Warning,
	Summary:  "a placeholder in a text of an agent that ADK takes as it is",
	Why: "ADK fills the placeholders of an instruction. A description and a static_instruction reach the model as " +
		"they are written: the model reads the key's name in braces, and not its value.",
	Bad: "from google.adk.agents import Agent\n" +
		"\n" +
		"asker = Agent(name=\"asker\", instruction=\"Ask where to go.\", output_key=\"city\")\n" +
		"planner = Agent(name=\"planner\", static_instruction=\"Plan a trip to {city}.\")\n",
	Good: "from google.adk.agents import Agent\n" +
		"\n" +
		"asker = Agent(name=\"asker\", instruction=\"Ask where to go.\", output_key=\"city\")\n" +
		"planner = Agent(name=\"planner\", instruction=\"Plan a trip to {city}.\")\n",
})

// findUnfilled reports placeholders of keys that something uses, where ADK fills none.
func (f *found) findUnfilled() {
	used := map[string]bool{}
	for _, u := range f.uses {
		used[u.Key] = true
	}
	for _, t := range f.texts {
		if !t.Raw || t.Test || strings.Contains(strings.ToLower(t.value), "placeholder") {
			continue // the last explains them
		}
		var d diag.Diagnostic
		for _, u := range placeholders(t.Text) {
			switch {
			case !used[u.Key]:
			case d.ID == "":
				d = diag.New(unfilledPlaceholder, u.Span, "ADK fills no placeholders in this text: a model reads {%s} as written", u.Key)
				d.Hint = "move it to the instruction, where ADK fills placeholders; nothing is wrong if the braces are meant"
			default:
				d.Related = append(d.Related, diag.Related{Span: u.Span, Message: "so does this"})
			}
		}
		if d.ID != "" {
			f.Findings = append(f.Findings, d)
		}
	}
}

// placeholders are those of a text that ADK fills.
func placeholders(t source.Text) (list []keys.Use) {
	checker := prompt.New(&schema.Schema{Grammar: instruction.Grammar{Dialect: instruction.ADK, Brace: true}})
	for _, u := range checker.UsesIn(t) {
		if u.Kind == keys.Placeholder {
			list = append(list, u)
		}
	}
	return list
}
