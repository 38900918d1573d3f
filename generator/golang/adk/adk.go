package adk

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"strconv"
	"text/template"

	"github.com/seed92179c4c/stategen/generator/golang/adapter"
	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema/jsonschema"
)

// Version is a major version of ADK for Go.
type Version struct {
	Path    string // of its module
	Context string // the interface that tools' and callbacks' contexts have
	Nodes   bool   // whether workflows' nodes have such contexts, whose writes are dropped
}

// The versions that there are adapters for.
var (
	V1 = Version{"google.golang.org/adk", "CallbackContext", false}
	V2 = Version{"google.golang.org/adk/v2", "Context", true}
)

// FileName is the name of the adapter's file.
const FileName = "adk_gen.go"

// data is what the template prints as it is.
type data struct {
	adapter.Data
	ADK       Version
	Constants []string // of keys that can be merged
	Families  []string
	Schema    string // a literal of the JSON Schema of the state; empty: it has none
	Providers []adapter.Provider
}

// File prints the adapter for one version. It imports ADK, so the user's module
// must require it; ours doesn't.
func (v Version) File(p *names.Package) (plan.File, error) {
	d := data{Data: adapter.NewData(p), ADK: v, Providers: adapter.Providers(p, doc)}
	d.Constants, d.Families = adapter.Keys(p, func(k *names.Key) bool { return k.Verb() != "" })
	if v.Nodes {
		if text, err := jsonschema.State(p.Plan.Schema); err == nil { // few families have no regular expression
			d.Schema = literal(text)
		}
	}
	return adapter.Print(FileName, source, d)
}

// literal is a Go literal of a JSON text, on one line.
func literal(text []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil || !strconv.CanBackquote(b.String()) {
		return strconv.Quote(b.String())
	}
	return "`" + b.String() + "`"
}

// doc is the comment of an instruction provider.
func doc(t *names.Instruction) string {
	if t.Artifacts {
		return t.Provider() + " returns an instruction provider for an LLM agent: the instruction " + strconv.Quote(t.Name) +
			". A provider's context has no artifacts, so load must find their texts."
	}
	return t.Provider() + " is an instruction provider for an LLM agent: the instruction " + strconv.Quote(t.Name) + "."
}

//go:embed adapter.go.tmpl
var sourceText string

var source = template.Must(template.New(FileName).Parse(sourceText))
