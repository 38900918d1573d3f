package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/rules/graph"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema/load"
)

const schemaText = `version: 1
keys: {city: string, plan: "string?", done: {type: bool, default: false}, "temp:stop": "bool?", sum: {type: int, default: 0, merge: sum}, old: {type: string, optional: true, deprecated: use plan}, pass: {type: string, optional: true, sensitive: true}, pin: {type: string, optional: true, sensitive: true}, form: {type: string, written_by: [form]}, "seat_{n}": "string?"}
`

// TestFind holds what the rules find in graphs. A file of the archive is a graph, and its lines are
// the units: kind, name, how it runs its agents, then its uses of keys and its parts.
func TestFind(t *testing.T) {
	a, err := txtar.ParseFile("testdata/graphs.txtar")
	if err != nil || len(a.Files) == 0 {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		t.Run(f.Name, func(t *testing.T) {
			text, want, _ := strings.Cut(string(f.Data), "want\n")
			if got := found(t, text); got != want {
				t.Errorf("got:\n%swant:\n%s", got, want)
			}
		})
	}
}

// found is what the rules find in a graph.
func found(t *testing.T, text string) string {
	t.Helper()
	s := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte(schemaText), nil }).Schema
	if s == nil {
		t.Fatal("the schema is wrong")
	}
	sources := diag.Sources{"graph": diag.NewSource("graph", []byte(text))}
	g := flow.Build(s, flow.Facts{Units: unitsOf(t, text), Sources: sources})
	out := ""
	for _, d := range graph.Find(g, sources) {
		if d.Span.File != "stategen.yaml" {
			t.Errorf("%s is at %v", d.ID, d.Span)
		}
		out += fmt.Sprintf("%s %s: %s; %s\n", d.Severity, d.ID, d.Message, d.Hint)
		for _, r := range d.Related {
			out += fmt.Sprintf("\t%d: %s\n", sources["graph"].Position(r.Span.Start).Line, r.Message)
		}
	}
	return out
}

var (
	kinds = []source.UnitKind{source.Prompt, source.Agent, source.Tool, source.Callback, source.Host}
	runs  = []source.Runs{source.ByModel, source.InTurn, source.Together, source.Repeatedly, source.InGraph, source.ByCode}
	parts = map[string]source.PartKind{"sub": source.Sub, "has": source.Has, "next": source.Next}
	uses  = map[string]source.UseKind{
		"get": source.Get, "requires": source.Get, "set": source.Set, "merge": source.Set, "clear": source.Clear, "output": source.Output, "begin": source.Begin, "load": source.Loaded,
		"show": source.Placeholder, "needs": source.Placeholder,
	}
)

// unitsOf reads the units of a graph.
func unitsOf(t *testing.T, text string) (list []*source.Unit) {
	t.Helper()
	named, words := map[string]*source.Unit{}, map[*source.Unit][]string{}
	at := 0
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		u := &source.Unit{Name: f[1], Place: diag.Span{File: "graph", Start: at, End: at + 1}}
		u.Kind = kinds[slices.IndexFunc(kinds, func(k source.UnitKind) bool { return k.String() == f[0] })]
		if i := slices.IndexFunc(runs, func(r source.Runs) bool { return len(f) > 2 && r.String() == f[2] }); i >= 0 {
			u.Runs, f = runs[i], f[1:]
		}
		named[u.Name], words[u] = u, f[2:]
		list = append(list, u)
		at += len(line)
	}
	for _, u := range list {
		for w := words[u]; len(w) > 0; w = w[1:] {
			if w[0] == "open" {
				u.Open = append(u.Open, u.Place)
				continue
			}
			if kind, ok := parts[w[0]]; ok {
				u.Parts = append(u.Parts, source.Part{Unit: named[w[1]], Kind: kind, Place: u.Place})
			} else {
				key := strings.ReplaceAll(w[1], "…", source.UnknownPart)
				u.Uses = append(u.Uses, source.Use{
					Key: key, Kind: uses[w[0]], Merge: w[0] == "merge", Optional: w[0] == "show", Required: w[0] == "requires", Partial: key != w[1], Span: u.Place,
				})
			}
			w = w[1:]
		}
	}
	return list
}
