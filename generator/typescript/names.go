package typescript

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

var nameConflict = diag.Register(diag.OnOutput, diag.Rule{
	ID:      "typescript-name-conflict",
	Summary: "two declarations need the same TypeScript name, or no TypeScript name can be made",
	Why: "Names are never changed to fit, because that would break the code that uses them when a key is added. " +
		"A go_name gives a declaration another name in TypeScript, too.",
	Bad: "version: 1\ntargets: [typescript]\nkeys:\n  user:name: string?\n" +
		"  user_name: {scope: session, type: string, optional: true}\n",
	Good: "version: 1\ntargets: [typescript]\nkeys:\n  user:name: string?\n" +
		"  user_name: {scope: session, type: string, optional: true, go_name: NameOfUser}\n",
})

// builtIn are the types that a file may declare beside those of the schema.
var builtIn = strings.Fields("State SessionState UserState AppState TempState ClientState ClientChanges " +
	"Integer Time Duration Bytes JSONText Partial")

// names are the TypeScript names of what a schema declares.
type names struct {
	types    map[*schema.Named]string
	keys     map[*plan.Key]string
	params   map[*plan.Key][]string
	problems diag.List
}

// claimed are the names of one space, with the place of each and what has it.
type claimed map[string]declared

type declared struct {
	what string
	span diag.Span
	hint string // what to do about its name
}

const setGoName = "set go_name to give it another name in TypeScript, and in Go"

// nameAll names everything in a plan.
func nameAll(p *plan.Plan) *names {
	n := &names{types: map[*schema.Named]string{}, keys: map[*plan.Key]string{}, params: map[*plan.Key][]string{}}
	types, values, keys := claimed{}, claimed{}, claimed{}
	for _, t := range p.Schema.Types {
		of := declared{fmt.Sprintf("type %q", t.Name), t.Span, setGoName}
		name := pascal(t.Name, t.GoName)
		if slices.Contains(builtIn, name) || camel(name) == "state" || camel(name) == "wholeState" {
			n.report(of, fmt.Sprintf("%s needs the TypeScript name %s, which the generated file has for itself", of.what, name), nil)
		}
		n.types[t] = name
		n.claim(types, name, of)
		n.claim(values, camel(name), of) // of its schema and its values
	}
	for _, k := range p.Keys {
		of := declared{fmt.Sprintf("key %q", k.Wire()), k.Span, setGoName}
		n.keys[k] = keyName(k)
		n.claim(keys, n.keys[k], of)
		params := claimed{}
		for _, param := range k.Params {
			name := local(camel(param.Name))
			n.claim(params, name, declared{fmt.Sprintf("parameter %q of %s", param.Name, of.what), k.Span, "give the parameter another name"})
			n.params[k] = append(n.params[k], name)
		}
	}
	return n
}

// claim takes a name in a space. A second owner is told to choose another.
func (n *names) claim(space claimed, name string, of declared) {
	first, taken := space[name]
	switch {
	case !identifier.MatchString(name):
		n.report(of, of.what+" has no letter to begin a TypeScript name with", nil)
	case !taken:
		space[name] = of
	default:
		n.report(of, fmt.Sprintf("%s needs the TypeScript name %s, which %s already has", of.what, name, first.what),
			[]diag.Related{{Span: first.span, Message: first.what + " has the TypeScript name " + name}})
	}
}

func (n *names) report(of declared, message string, related []diag.Related) {
	d := diag.New(nameConflict, of.span, "%s", message).WithHint("%s", of.hint)
	d.Related = related
	n.problems = append(n.problems, d)
}

var identifier = regexp.MustCompile(`^[\p{L}_$][\p{L}\p{Nd}_$]*$`)

// keyName names a key by its scope and the text around its parameters, or by its go_name.
func keyName(k *plan.Key) string {
	scope, text := k.NewestName()
	switch {
	case k.GoName != "":
		return camel(k.GoName)
	case scope == runtime.ScopeSession:
		return camel(text)
	}
	return camel(scope.String() + "_" + text)
}

// camel writes a name as variables and properties are: userId.
func camel(name string) string {
	var b strings.Builder
	for _, word := range schema.Words(name) {
		word = strings.ToLower(word)
		if b.Len() > 0 {
			word = schema.Title(word)
		}
		b.WriteString(word)
	}
	return b.String()
}

// pascal writes a name as types are, or takes the one that the schema gives.
func pascal(name, override string) string {
	if override != "" {
		return override
	}
	var b strings.Builder
	for _, word := range schema.Words(name) {
		b.WriteString(schema.Title(word))
	}
	return b.String()
}

// local changes the name of a parameter that JavaScript reserves.
func local(name string) string {
	if slices.Contains(reserved, name) {
		return name + "Param"
	}
	return name
}

var reserved = strings.Fields(`arguments await break case catch class const continue debugger default delete do else enum eval
	export extends false finally for function if implements import in instanceof interface let new null package private
	protected public return static super switch this throw true try typeof var void while with yield`)
