package statelint_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/check/statelint"
	"github.com/seed92179c4c/stategen/flow"
	"github.com/seed92179c4c/stategen/schema/load"
)

// accessorSchema has a key for each kind of helper that generated code calls.
const accessorSchema = `version: 1
package: tripstate
out: tripstate
types:
  Step: {enum: [search, {value: pay, renamed_from: [payment]}]}
  Trip: {fields: {to: string, step: Step, legs: "[]Step"}}
keys:
  step: {type: Step, default: search}
  last_step: {type: Step, optional: true, renamed_from: [former_step]}
  next_step: Step
  steps: {type: "[]Step", default: [], merge: append}
  seen: {type: "[]Step", default: [], merge: union}
  by_day: {type: "map[string]Step", optional: true}
  "mood_{day}": {type: Step, optional: true}
  "user:visits_{city}": {type: int, default: 0, merge: sum}
  trip: {type: Trip, optional: true}
  packed: {type: Trip, optional: true, encoding: json-string}
  user:best: {type: float, optional: true, merge: max}
  app:least: {type: int64, optional: true, merge: min}
  total: {type: int, default: 0, was: [{key: count, type: string, else: default}]}
  when: {type: time, optional: true}
  temp:raw: {type: json, optional: true}
instructions:
  ask: {text: "You are at {step}, after {last_step?}."}
`

// TestAccessors traces each function and method that is generated for such a schema: it does
// with its keys what its name says.
func TestAccessors(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks our runtime")
	}
	root := generated(t, "app", map[string]string{"stategen.yaml": accessorSchema})
	dir := filepath.Join(root, "src", "app")
	text, names := callAll(t, filepath.Join(dir, "tripstate"))
	write(t, filepath.Join(dir, "use", "use.go"), text)
	path := filepath.Join(dir, "stategen.yaml")
	found, err := statelint.Trace(path, []string{"app/..."}, options(root))
	if err != nil {
		t.Fatal(err)
	}
	g := flow.Build(load.Schema(path, os.ReadFile).Schema, flow.Facts{Units: found.Units, Sources: found.Sources})
	var got strings.Builder
	for i, name := range names {
		got.WriteString(name + ":" + usesOf(g, fmt.Sprintf("host:use.f%d", i)) + "\n")
	}
	golden := filepath.Join("testdata", "accessors.txt")
	if *update {
		write(t, golden, got.String())
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("%s is now:\n%s", golden, got.String())
	}
}

// callAll is a package with a function f0, f1, … for each exported function, method and field of a
// generated one.
func callAll(t *testing.T, dir string) (text string, names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_gen.go"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("package use\n\nimport \"app/tripstate\"\n")
	add := func(receiver, name string) {
		param, expr := "", "tripstate."+name
		if receiver != "" {
			param, expr = "x *tripstate."+receiver, "x."+name
		}
		fmt.Fprintf(&b, "\nfunc f%d(%s) any { return %s }\n", len(names), param, expr)
		names = append(names, strings.TrimPrefix(receiver+"."+name, "."))
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Name.IsExported() {
					add(receiver(n), n.Name.Name)
				}
			case *ast.TypeSpec:
				st, ok := n.Type.(*ast.StructType)
				if !ok || n.Name.Name != "Snapshot" && n.Name.Name != "Initial" {
					return true
				}
				for _, field := range st.Fields.List {
					add(n.Name.Name, field.Names[0].Name)
				}
			}
			return true
		})
	}
	return b.String(), names
}

// receiver is the type that a function is a method of.
func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	typ := fn.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	return typ.(*ast.Ident).Name
}

// usesOf are the edges between a node and keys.
func usesOf(g *flow.Graph, id string) string {
	var b strings.Builder
	for _, e := range g.Of(id) {
		key := e.To
		if e.Kind.IsRead() {
			key = e.From
		}
		b.WriteString(" " + e.Kind.String() + " " + strings.TrimPrefix(key, "key:"))
		if e.Maybe {
			b.WriteString("?")
		}
	}
	return b.String()
}
