package flow_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/rules/graph"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

// BenchmarkGraph makes the graph of 10,000 keys, applies the rules and writes all formats.
func BenchmarkGraph(b *testing.B) {
	const keyCount, unitCount = 10000, 500
	var text strings.Builder
	text.WriteString("version: 1\npackage: p\nkeys:\n")
	units := []*source.Unit{{Kind: source.Agent, Name: "root"}}
	for i := range unitCount {
		u := &source.Unit{Kind: source.UnitKind(i % 5), Name: fmt.Sprint("unit", i)}
		units = append(units, u)
		units[i/10].Parts = append(units[i/10].Parts, source.Part{Unit: u, Kind: source.Has})
	}
	for i := range keyCount {
		name := fmt.Sprint("key", i)
		fmt.Fprintf(&text, "  %s: string?\n", name)
		for n, kind := range []source.UseKind{source.Get, source.Set, source.Placeholder} {
			u := units[(i*7+n*31)%len(units)]
			u.Uses = append(u.Uses, source.Use{Key: name, Kind: kind, Span: diag.Span{File: "a.go", Start: i, End: i + 1}})
		}
	}
	s := parse(b, text.String())
	b.ReportAllocs()
	defer cputime.Report(b)()
	for b.Loop() {
		g := flow.Build(s, flow.Facts{Units: units})
		graph.Find(g, nil)
		for _, format := range flow.Formats() {
			if err := g.Write(io.Discard, format, flow.View{}); err != nil {
				b.Fatal(err)
			}
		}
		if err := g.Write(io.Discard, "mermaid", flow.View{Keys: []string{"key77"}, Depth: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
