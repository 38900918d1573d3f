package eino

import (
	_ "embed"
	"strconv"
	"text/template"

	"github.com/seed92179c4c/stategen/generator/golang/adapter"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
)

// FileName is the name of the adapter's file.
const FileName = "eino_gen.go"

// data is what the template prints as it is.
type data struct {
	adapter.Data
	Providers []adapter.Provider
}

// File prints the adapter. It imports eino, so the user's module must require it; ours
// doesn't.
func File(p *names.Package) (plan.File, error) {
	return adapter.Print(FileName, source, data{adapter.NewData(p), adapter.Providers(p, doc)})
}

// doc is the comment of what makes an agent's input of an instruction.
func doc(t *names.Instruction) string {
	if t.Artifacts {
		return t.Provider() + " returns the GenModelInput of an agent whose instruction is " + strconv.Quote(t.Name) +
			". Eino has no artifacts, so load must find their texts. Leave the agent's Instruction empty: what middlewares " +
			"and transfers add to it follows the text, and is not expanded."
	}
	return t.Provider() + " is the GenModelInput of an agent whose instruction is " + strconv.Quote(t.Name) +
		". Leave the agent's Instruction empty: what middlewares and transfers add to it follows the text, and is not expanded."
}

//go:embed adapter.go.tmpl
var sourceText string

var source = template.Must(template.New(FileName).Parse(sourceText))
