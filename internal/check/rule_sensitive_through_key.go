package check

import "github.com/seed92179c4c/stategen/internal/diag"

var SensitiveThroughKey = diag.Register(diag.OnAgents, diag.Rule{
	ID:       "sensitive-through-key",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a sensitive key may reach a prompt through another key",
	Why: "A function reads a sensitive key and writes one that is not sensitive and that a prompt shows. Whether the value goes along, " +
		"source doesn't tell: look at it, and mark the other key sensitive if it does. It is off unless `check.rules` sets it to warning or error. In the " +
		"example, llm makes an LLM agent of its name, instruction and output key.",
	Bad:  "passport, _ := st.Get(\"passport\")\nst.Set(\"city\", passport)\nllm(\"greeter\", \"Greet the traveller from {city}.\", \"plan\")\n",
	Good: "passport, _ := st.Get(\"passport\")\nst.Set(\"checked\", passport != nil)\nllm(\"greeter\", \"Greet the traveller from {city}.\", \"plan\")\n",
})
