package trpc

import (
	"bytes"
	_ "embed"
	"go/format"
	"text/template"

	"github.com/seed92179c4c/stategen/generator/golang/comments"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// FileName is the name of the adapter's file.
const FileName = "trpc_gen.go"

// File prints the adapter. It imports tRPC-Agent-Go, so the user's module must require
// it; ours doesn't.
func File(p *names.Package) (plan.File, error) {
	var text bytes.Buffer
	if err := adapter.Execute(&text, contents(p)); err != nil {
		return plan.File{}, err
	}
	formatted, err := format.Source(text.Bytes())
	return plan.File{Name: FileName, Content: formatted}, err
}

// data is what the template prints as it is. Of a schema's own words there are only
// names.
type data struct {
	Header    []string // comments
	Package   string   // an identifier
	Alias     string   // an identifier
	Runtime   string   // an import path
	Typed     string   // an import path
	Constants []string // of keys that hold texts
	Families  []string
}

func contents(p *names.Package) data {
	d := data{
		Header:  comments.Header(p.Source),
		Package: p.Name,
		Alias:   names.RuntimeAlias,
		Runtime: names.RuntimePath,
		Typed:   names.TypedPath,
	}
	for _, k := range p.Keys {
		switch {
		case k.Encoding != schema.JSONString && k.Type.Kind != schema.String && k.Type.Kind != schema.Enum:
		case k.IsFamily():
			d.Families = append(d.Families, k.FamilyVar())
		default:
			d.Constants = append(d.Constants, k.Constant())
		}
	}
	return d
}

//go:embed adapter.go.tmpl
var adapterText string

var adapter = template.Must(template.New(FileName).Parse(adapterText))
