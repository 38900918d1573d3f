// Package adapter prints what joins a generated package with the framework of a target:
// the template of the target, with what is the same for all of them.
package adapter

import (
	"bytes"
	"go/format"
	"text/template"

	"github.com/seed92179c4c/stategen/generator/golang/comments"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/header"
	"github.com/seed92179c4c/stategen/generator/plan"
)

// Data is what each template prints as it is. Of a schema's own words there are only
// names.
type Data struct {
	Header  []string // comments
	Package string   // an identifier
	Alias   string   // an identifier
	Runtime string   // an import path
	Typed   string   // an import path
}

// NewData returns the data for a package.
func NewData(p *names.Package) Data {
	return Data{
		Header:  header.Lines(p.Source),
		Package: p.Name,
		Alias:   names.RuntimeAlias,
		Runtime: names.RuntimePath,
		Typed:   names.TypedPath,
	}
}

// Keys returns the constants of keys, and the variables of families, that an adapter names.
func Keys(p *names.Package, has func(*names.Key) bool) (constants, families []string) {
	for _, k := range p.Keys {
		switch {
		case !has(k):
		case k.IsFamily():
			families = append(families, k.FamilyVar())
		default:
			constants = append(constants, k.Constant())
		}
	}
	return constants, families
}

// Provider gives a framework the text of an instruction.
type Provider struct {
	Doc       string // a comment
	Name      string
	Func      string // what it calls
	Artifacts bool   // whether that takes a function for artifacts
}

// Providers returns one for each instruction, documented by what says of it.
func Providers(p *names.Package, says func(*names.Instruction) string) []Provider {
	var all []Provider
	for _, t := range p.Instructions {
		all = append(all, Provider{comments.Paragraphs(says(t)), t.Provider(), t.Func(), t.Artifacts})
	}
	return all
}

// Print prints a file. It imports the framework, so the user's module must require that;
// ours doesn't.
func Print(name string, t *template.Template, data any) (plan.File, error) {
	var text bytes.Buffer
	if err := t.Execute(&text, data); err != nil {
		return plan.File{}, err
	}
	formatted, err := format.Source(text.Bytes())
	return plan.File{Name: name, Content: formatted}, err
}
