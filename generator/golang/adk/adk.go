package adk

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

// Version is a major version of ADK for Go.
type Version struct {
	Path    string // of its module
	Context string // the interface that tools' and callbacks' contexts have
}

// The versions that there are adapters for.
var (
	V1 = Version{"google.golang.org/adk", "CallbackContext"}
	V2 = Version{"google.golang.org/adk/v2", "Context"}
)

// FileName is the name of the adapter's file.
const FileName = "adk_gen.go"

// File prints the adapter for one version. It imports ADK, so the user's module
// must require it; ours doesn't.
func (v Version) File(p *names.Package) (plan.File, error) {
	var text bytes.Buffer
	if err := adapter.Execute(&text, contents(v, p)); err != nil {
		return plan.File{}, err
	}
	formatted, err := format.Source(text.Bytes())
	return plan.File{Name: FileName, Content: formatted}, err
}

// data is what the template prints as it is. Of a schema's own words there are
// only names, literals and comments.
type data struct {
	Header    []string // comments
	Package   string   // an identifier
	ADK       Version
	Alias     string // an identifier
	Runtime   string // an import path
	Typed     string // an import path
	Constants []string
	Families  []string
	Providers []provider
}

// provider is an instruction provider.
type provider struct {
	Doc       string // a comment
	Name      string
	Func      string // what it calls
	Artifacts bool   // whether that takes a function for artifacts
}

func contents(v Version, p *names.Package) data {
	d := data{
		Header:  comments.Header(p.Source),
		Package: p.Name,
		ADK:     v,
		Alias:   names.RuntimeAlias,
		Runtime: names.RuntimePath,
		Typed:   names.TypedPath,
	}
	for _, k := range p.Keys {
		switch {
		case k.Verb() == "":
		case k.IsFamily():
			d.Families = append(d.Families, k.FamilyVar())
		default:
			d.Constants = append(d.Constants, k.Constant())
		}
	}
	for _, t := range p.Instructions {
		says := t.Provider() + " is an instruction provider for an LLM agent: the instruction " + strconv.Quote(t.Name) + "."
		if t.Artifacts {
			says = t.Provider() + " returns an instruction provider for an LLM agent: the instruction " + strconv.Quote(t.Name) +
				". A provider's context has no artifacts, so load must find their texts."
		}
		d.Providers = append(d.Providers, provider{comments.Paragraphs(says), t.Provider(), t.Func(), t.Artifacts})
	}
	return d
}

//go:embed adapter.go.tmpl
var adapterText string

var adapter = template.Must(template.New(FileName).Parse(adapterText))
