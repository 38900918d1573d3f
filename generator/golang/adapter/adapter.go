// Package adapter prints what joins a generated package with the framework of a target: the template of the target,
// which is the same for every schema but for keys and instructions. The framework is imported, so the user's module
// must require it; ours doesn't.
package adapter

import (
	"bytes"
	"embed"
	"go/format"
	"text/template"

	"github.com/seed92179c4c/stategen/generator/golang/comments"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/header"
	"github.com/seed92179c4c/stategen/generator/plan"
)

//go:embed *.go.tmpl
var sources embed.FS

var templates = template.Must(template.ParseFS(sources, "*.go.tmpl"))

// data is what templates print as it is. Of a schema's own words there are only names.
type data struct {
	Header    []string // comments
	Package   string   // an identifier
	Alias     string   // an identifier
	Runtime   string   // an import path
	Typed     string   // an import path
	ADK       adk
	Schema    string   // a literal of the JSON Schema of the state, for ADK's workflows; empty: there is none
	Constants []string // of keys that the adapter names
	Families  []string // variables of families that it names
	Providers []provider
}

func newData(p *names.Package) data {
	return data{Header: header.Lines(p.Source), Package: p.Name, Alias: names.RuntimeAlias, Runtime: names.RuntimePath, Typed: names.TypedPath}
}

// keys sets the keys that the adapter names.
func (d *data) keys(p *names.Package, has func(*names.Key) bool) {
	for _, k := range p.Keys {
		switch {
		case !has(k):
		case k.IsFamily():
			d.Families = append(d.Families, k.FamilyVar())
		default:
			d.Constants = append(d.Constants, k.Constant())
		}
	}
}

// file prints the file of a target.
func (d data) file(target string) (plan.File, error) {
	var text bytes.Buffer
	if err := templates.ExecuteTemplate(&text, target+".go.tmpl", d); err != nil {
		return plan.File{}, err
	}
	formatted, err := format.Source(text.Bytes())
	return plan.File{Name: target + "_gen.go", Content: formatted}, err
}

// provider gives a framework the text of an instruction.
type provider struct {
	Doc       string // a comment
	Name      string
	Func      string // what it calls
	Artifacts bool   // whether that takes a function for artifacts
}

// providers are one for each instruction, documented by what says of it.
func providers(p *names.Package, says func(*names.Instruction) string) []provider {
	var all []provider
	for _, t := range p.Instructions {
		all = append(all, provider{comments.Paragraphs(says(t)), t.Provider(), t.Func(), t.Artifacts})
	}
	return all
}
