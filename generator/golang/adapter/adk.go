package adapter

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema/jsonschema"
)

// adk is a major version of Google's Agent Development Kit for Go.
type adk struct {
	Path    string // of its module
	Context string // the interface that tools' and callbacks' contexts have
	Nodes   bool   // whether workflows' nodes have such contexts, whose writes are dropped
}

// ADKv1 prints the adapter for the first version of ADK.
func ADKv1(p *names.Package) (plan.File, error) {
	return ofADK(p, adk{"google.golang.org/adk", "CallbackContext", false})
}

// ADK prints the adapter for the second version.
func ADK(p *names.Package) (plan.File, error) {
	return ofADK(p, adk{"google.golang.org/adk/v2", "Context", true})
}

func ofADK(p *names.Package, version adk) (plan.File, error) {
	d := newData(p)
	d.ADK, d.Providers = version, providers(p, adkProvider)
	d.keys(p, func(k *names.Key) bool { return k.Verb() != "" })
	if version.Nodes {
		if text, err := jsonschema.State(p.Plan.Schema); err == nil { // few families have no regular expression
			d.Schema = literal(text)
		}
	}
	return d.file("adk")
}

// literal is a Go literal of a JSON text, on one line.
func literal(text []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil || !strconv.CanBackquote(b.String()) {
		return strconv.Quote(b.String())
	}
	return "`" + b.String() + "`"
}

// adkProvider is the comment of an instruction provider.
func adkProvider(t *names.Instruction) string {
	if t.Artifacts {
		return t.Provider() + " returns an instruction provider for an LLM agent: the instruction " + strconv.Quote(t.Name) +
			". A provider's context has no artifacts, so load must find their texts."
	}
	return t.Provider() + " is an instruction provider for an LLM agent: the instruction " + strconv.Quote(t.Name) + "."
}
