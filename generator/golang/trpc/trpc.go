package trpc

import (
	_ "embed"
	"text/template"

	"github.com/seed92179c4c/stategen/generator/golang/adapter"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// FileName is the name of the adapter's file.
const FileName = "trpc_gen.go"

// data is what the template prints as it is.
type data struct {
	adapter.Data
	Constants []string // of keys that hold texts
	Families  []string
}

// File prints the adapter. It imports tRPC-Agent-Go, so the user's module must require
// it; ours doesn't.
func File(p *names.Package) (plan.File, error) {
	d := data{Data: adapter.NewData(p)}
	d.Constants, d.Families = adapter.Keys(p, func(k *names.Key) bool {
		return k.Encoding == schema.JSONString || k.Type.Kind == schema.String || k.Type.Kind == schema.Enum
	})
	return adapter.Print(FileName, source, d)
}

//go:embed adapter.go.tmpl
var sourceText string

var source = template.Must(template.New(FileName).Parse(sourceText))
