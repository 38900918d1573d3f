package eino

import (
	"bytes"
	_ "embed"
	"go/format"
	"strconv"
	"text/template"

	"github.com/seed92179c4c/stategen/generator/golang/comments"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
)

// FileName is the name of the adapter's file.
const FileName = "eino_gen.go"

// File prints the adapter. It imports eino, so the user's module must require it; ours
// doesn't.
func File(p *names.Package) (plan.File, error) {
	var text bytes.Buffer
	if err := adapter.Execute(&text, contents(p)); err != nil {
		return plan.File{}, err
	}
	formatted, err := format.Source(text.Bytes())
	return plan.File{Name: FileName, Content: formatted}, err
}

// data is what the template prints as it is. Of a schema's own words there are only
// names and comments.
type data struct {
	Header    []string // comments
	Package   string   // an identifier
	Alias     string   // an identifier
	Runtime   string   // an import path
	Providers []provider
}

// provider makes an agent's input of an instruction.
type provider struct {
	Doc       string // a comment
	Name      string
	Func      string // what it calls
	Artifacts bool   // whether that takes a function for artifacts
}

func contents(p *names.Package) data {
	d := data{Header: comments.Header(p.Source), Package: p.Name, Alias: names.RuntimeAlias, Runtime: names.RuntimePath}
	for _, t := range p.Instructions {
		says := t.Provider() + " is the GenModelInput of an agent whose instruction is " + strconv.Quote(t.Name) +
			". Leave the agent's Instruction empty: what middlewares and transfers add to it follows the text, and is not expanded."
		if t.Artifacts {
			says = t.Provider() + " returns the GenModelInput of an agent whose instruction is " + strconv.Quote(t.Name) +
				". Eino has no artifacts, so load must find their texts. Leave the agent's Instruction empty: what middlewares " +
				"and transfers add to it follows the text, and is not expanded."
		}
		d.Providers = append(d.Providers, provider{comments.Paragraphs(says), t.Provider(), t.Func(), t.Artifacts})
	}
	return d
}

//go:embed adapter.go.tmpl
var adapterText string

var adapter = template.Must(template.New(FileName).Parse(adapterText))
