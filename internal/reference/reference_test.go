package reference_test

import (
	"bytes"
	"flag"
	"fmt"
	"html"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/reference"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite the golden pages")

// hostile is a schema whose texts try to be markup.
const hostile = `version: 1
package: p
types:
  Step: {doc: "a | b", enum: [search, {value: "pay", doc: "<b>now</b>", renamed_from: [payment]}]}
  Trip: {fields: {to: {type: string, min_length: 2, pattern: "^[A-Z|` + "`" + `]+$"}, cost: {type: float, optional: true, min: 0}}}
keys:
  user:name: {type: string, optional: true, sensitive: true, doc: "</script><script>alert(1)</script> & *bold* [a](b) ` + "`code`" + `"}
  trips: {type: "[]Trip", default: [], merge: append, max_items: 9, renamed_from: [old_trips], doc: "two\n\nparagraphs"}
  step: {type: Step, default: search, deprecated: "use ]( <i> trips"}
  "app:seats_{flight}": {type: int, merge: sum, default: 0, min: 0, max: 10}
  a_b: string
  A_b: string
removed: [gone, {key: user:phone, doc: "no | longer"}]
`

// pages builds a reference in which units of hostile names use hostile's keys.
func pages(t testing.TB, text string, units ...*source.Unit) *reference.Reference {
	t.Helper()
	loaded := load.Schema("s/stategen.yaml", func(string) ([]byte, error) { return []byte(text), nil })
	if loaded.Schema == nil || loaded.Diagnostics.HasErrors() {
		t.Fatal(loaded.Diagnostics)
	}
	g := flow.Build(loaded.Schema, flow.Facts{Units: units, Sources: loaded.Sources})
	nodes := map[string]bool{}
	for _, n := range g.Nodes {
		nodes[n.ID] = true
	}
	add := func(from, to string, kind flow.EdgeKind, maybe bool) {
		if nodes[from] && nodes[to] {
			g.Edges = append(g.Edges, flow.Edge{From: from, To: to, Kind: kind, Maybe: maybe,
				Places: []flow.Place{{File: "s/a b#<.go", Line: 7, Column: 2}}})
		}
	}
	add("agent:<b>desk</b>", "tool:pay|`now`", flow.Has, false)
	add("tool:pay|`now`", "key:trips", flow.Merges, false)
	add("tool:pay|`now`", "key:step", flow.Writes, true)
	add("key:step", "tool:pay|`now`", flow.Reads, false)
	add("agent:<b>desk</b>", "key:user:name", flow.Outputs, false)
	add("key:user:name", "host:main.a-function-with-a-long-name", flow.Reads, false)
	return reference.Build(reference.Input{
		Schema: loaded.Schema, Graph: g, Sources: loaded.Sources, Accessors: func(*schema.Key) (name, getter string) { return "", "" },
		Path: func(file string) string { return strings.TrimPrefix(file, "s/") }, Source: "../{path}#L{line}",
	})
}

func hostileUnits() []*source.Unit {
	at := diag.Span{File: "s/a b#<.go", Start: 3, End: 4}
	return []*source.Unit{
		{Kind: source.Agent, Name: "<b>desk</b>", Open: []diag.Span{at}, Uses: []source.Use{
			{Key: source.UnknownPart, Kind: source.Get, Partial: true, Span: at}, {Key: source.UnknownPart, Kind: source.Set, Partial: true, Span: at},
		}}, {Kind: source.Tool, Name: "pay|`now`"}, {Kind: source.Host, Name: "main.a-function-with-a-long-name"},
	}
}

// all are the pages in every form.
func all(t testing.TB, r *reference.Reference) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, split := range []bool{false, true} {
		htmls, err := r.HTML(split)
		if err != nil {
			t.Fatal(err)
		}
		for _, form := range []map[string][]byte{htmls, r.Markdown(split)} {
			for name, text := range form {
				files[fmt.Sprintf("split=%t/%s", split, name)] = text
			}
		}
	}
	return files
}

func TestGolden(t *testing.T) {
	files := all(t, pages(t, hostile, hostileUnits()...))
	for file, name := range map[string]string{"page.md": "split=false/README.md", "key.md": "split=true/key-user.name.md", "key.html": "split=true/key-user.name.html"} {
		golden := filepath.Join("testdata", file)
		got := files[name]
		if strings.HasSuffix(name, ".html") { // the parts that are files of this package are not repeated
			got = regexp.MustCompile(`(?s)<style>.*?</style>|<script>.*?</script>`).ReplaceAll(got, nil)
			got = regexp.MustCompile(`sha256-.*?&#39;`).ReplaceAll(got, []byte("sum'"))
		}
		if *update {
			if err := os.WriteFile(golden, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is now:\n%s", golden, got)
		}
	}
}

func TestSameBytes(t *testing.T) {
	first := all(t, pages(t, hostile, hostileUnits()...))
	for range 5 {
		if again := all(t, pages(t, hostile, hostileUnits()...)); !maps.EqualFunc(first, again, bytes.Equal) {
			t.Fatal("the pages are not the same each time")
		}
	}
}

// TestNamesOfPages: no two keys share a page, even where files don't tell a from A.
func TestNamesOfPages(t *testing.T) {
	seen := map[string]bool{}
	for name := range all(t, pages(t, hostile)) {
		if lower := strings.ToLower(name); seen[lower] {
			t.Errorf("%s is there twice", name)
		} else if seen[lower] = true; strings.Contains(name, "..") {
			t.Errorf("%s leads elsewhere", name)
		}
	}
	if len(seen) != 2+2*(1+6) {
		t.Errorf("%d pages", len(seen))
	}
}

// TestLinks: a link within the pages leads to a page, and to a part that it has.
func TestLinks(t *testing.T) {
	files := all(t, pages(t, hostile, hostileUnits()...))
	ids := map[string]bool{}
	for name, text := range files {
		for _, m := range regexp.MustCompile(`\bid="([^"]*)"`).FindAllSubmatch(text, -1) {
			ids[name+"#"+string(m[1])] = true
		}
		ids[name+"#"] = true
	}
	links := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		pattern := regexp.MustCompile(`\bhref="([^"]*)"`)
		if strings.HasSuffix(name, ".md") {
			pattern = regexp.MustCompile(`[^\\]\]\(([^<)]*)\)`)
		}
		for _, m := range pattern.FindAllStringSubmatch(string(files[name]), -1) {
			page, part, _ := strings.Cut(html.UnescapeString(m[1]), "#")
			if strings.HasSuffix(page, ".go") || strings.HasSuffix(page, ".yaml") {
				continue
			}
			to := name
			if page != "" {
				to = path.Join(path.Dir(name), page)
			}
			if links++; !ids[to+"#"+part] {
				t.Errorf("%s: %q leads nowhere", name, m[1])
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links", links)
	}
}

// TestNothingOfOthersRuns: the only script and style of a page are ours.
func TestNothingOfOthersRuns(t *testing.T) {
	for name, text := range all(t, pages(t, hostile, hostileUnits()...)) {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		page := string(text)
		if n := strings.Count(page, "<script"); n != 1 {
			t.Errorf("%s has %d scripts", name, n)
		}
		if strings.Contains(page, "<b>desk") || regexp.MustCompile(`(?i)<[a-z][^>]*\s(on[a-z]+|style|src)\s*=`).MatchString(page) {
			t.Errorf("%s has markup that is not ours", name)
		}
	}
}

// TestIsPage: what a later call may remove says who wrote it.
func TestIsPage(t *testing.T) {
	for name, text := range all(t, pages(t, hostile)) {
		if !reference.IsPage(text) {
			t.Errorf("%s does not say who wrote it", name)
		}
	}
	if reference.IsPage([]byte("# Notes\n")) {
		t.Error("anything is taken for a page")
	}
}

// BenchmarkDocs writes the page of 10,000 keys, each of which three of 500 tools and agents use.
func BenchmarkDocs(b *testing.B) {
	const keyCount, unitCount = 10_000, 500
	var text strings.Builder
	text.WriteString("version: 1\npackage: p\nkeys:\n")
	var units []*source.Unit
	for i := range unitCount {
		units = append(units, &source.Unit{Kind: []source.UnitKind{source.Agent, source.Tool}[i%2], Name: fmt.Sprint("unit", i)})
	}
	for i := range keyCount {
		name := fmt.Sprint("key_", i)
		fmt.Fprintf(&text, "  %s: {type: int, default: 0, merge: sum, doc: The number %d.}\n", name, i)
		for n, kind := range []source.UseKind{source.Get, source.Set, source.Placeholder} {
			u := units[(i*7+n*31)%unitCount]
			u.Uses = append(u.Uses, source.Use{Key: name, Kind: kind, Span: diag.Span{File: "a.go", Start: i, End: i + 1}})
		}
	}
	r := pages(b, text.String(), units...)
	b.ReportAllocs()
	defer cputime.Report(b)()
	for b.Loop() {
		if _, err := r.HTML(false); err != nil {
			b.Fatal(err)
		}
	}
}
