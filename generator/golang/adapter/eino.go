package adapter

import (
	"strconv"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
)

// Eino prints the adapter for eino's ADK.
func Eino(p *names.Package) (plan.File, error) {
	d := newData(p)
	d.Providers = providers(p, modelInput)
	return d.file("eino")
}

// modelInput is the comment of a GenModelInput.
func modelInput(t *names.Instruction) string {
	if t.Artifacts {
		return t.Provider() + " returns the GenModelInput of an agent whose instruction is " + strconv.Quote(t.Name) +
			". Eino has no artifacts, so load must find their texts. Leave the agent's Instruction empty: what middlewares " +
			"and transfers add to it follows the text, and is not expanded."
	}
	return t.Provider() + " is the GenModelInput of an agent whose instruction is " + strconv.Quote(t.Name) +
		". Leave the agent's Instruction empty: what middlewares and transfers add to it follows the text, and is not expanded."
}
