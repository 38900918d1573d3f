package golang

import (
	"bytes"
	"embed"
	"encoding/json"
	"go/format"
	"strconv"
	"strings"
	"text/template"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/jsonschema"
)

// adapters print what the targets of a schema add to the package, each a file: the template of the target, which is
// the same for every schema but for keys and instructions. The framework is imported, so the user's module must
// require it; ours doesn't.
var adapters = map[string]func(*names.Package) (plan.File, error){
	"adk": func(p *names.Package) (plan.File, error) {
		return forADK(p, adk{"google.golang.org/adk/v2", "Context", true})
	},
	"adk/v1": func(p *names.Package) (plan.File, error) {
		return forADK(p, adk{"google.golang.org/adk", "CallbackContext", false})
	},
	"eino": forEino,
	"trpc": forTRPC,
}

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

// adk is a major version of Google's Agent Development Kit for Go.
type adk struct {
	Path    string // of its module
	Context string // the interface that tools' and callbacks' contexts have
	Nodes   bool   // whether workflows' nodes have such contexts, whose writes are dropped
}

// provider gives a framework the text of an instruction.
type provider struct {
	Doc       string // a comment
	Name      string
	Func      string // what it calls
	Artifacts bool   // whether that takes a function for artifacts
}

func newData(p *names.Package) data {
	return data{Header: plan.Lines(p.Source), Package: p.Name, Alias: names.RuntimeAlias, Runtime: names.RuntimePath, Typed: names.TypedPath}
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

// providers sets one for each instruction. What it is, is said by a noun; of instructions with artifacts, with why
// their texts are asked for; and what else there is to say.
func (d *data) providers(p *names.Package, noun, artifacts, more string) {
	for _, t := range p.Instructions {
		says := []string{t.Provider(), "is", noun, strconv.Quote(t.Name) + "."}
		if t.Artifacts {
			says[1] = "returns"
			says = append(says, artifacts+", so load must find their texts.")
		}
		doc := paragraphs(strings.Join(append(says, more), " "))
		d.Providers = append(d.Providers, provider{doc, t.Provider(), t.Func(), t.Artifacts})
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

func forADK(p *names.Package, version adk) (plan.File, error) {
	d := newData(p)
	d.ADK = version
	d.providers(p, "an instruction provider for an LLM agent: the instruction", "A provider's context has no artifacts", "")
	d.keys(p, func(k *names.Key) bool { return k.Verb() != "" })
	if version.Nodes {
		if text, err := jsonschema.State(p.Plan.Schema); err == nil { // few families have no regular expression
			d.Schema = goLiteral(text)
		}
	}
	return d.file("adk")
}

// goLiteral is a Go literal of a JSON text, on one line.
func goLiteral(text []byte) string {
	var b bytes.Buffer
	if json.Compact(&b, text) != nil || !strconv.CanBackquote(b.String()) {
		return strconv.Quote(b.String())
	}
	return "`" + b.String() + "`"
}

func forEino(p *names.Package) (plan.File, error) {
	d := newData(p)
	d.providers(p, "the GenModelInput of an agent whose instruction is", "Eino has no artifacts",
		"Leave the agent's Instruction empty: what middlewares and transfers add to it follows the text, and is not expanded.")
	return d.file("eino")
}

func forTRPC(p *names.Package) (plan.File, error) {
	d := newData(p)
	d.keys(p, func(k *names.Key) bool {
		return k.Encoding == schema.JSONString || k.Type.Kind == schema.String || k.Type.Kind == schema.Enum
	})
	return d.file("trpc")
}
