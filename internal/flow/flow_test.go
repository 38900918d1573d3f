package flow_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

func parse(t testing.TB, text string) *schema.Schema {
	t.Helper()
	r := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte(text), nil })
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	return r.Schema
}

const threeKeys = "version: 1\npackage: p\nkeys:\n  a: string?\n  b: string?\n  \"seat_{n}\": string?\n"

func use(key string, kind source.UseKind) source.Use {
	return source.Use{Key: key, Kind: kind, Span: diag.Span{File: "a.go", Start: 1, End: 2}, Partial: strings.Contains(key, source.UnknownPart)}
}

// edgesOf lists edges as "from kind to", with "?" where they are not proven.
func edgesOf(g *flow.Graph) string {
	var b strings.Builder
	for _, e := range g.Edges {
		b.WriteString(e.From + " " + e.Kind.String())
		if e.Maybe {
			b.WriteString("?")
		}
		b.WriteString(" " + e.To + "\n")
	}
	return b.String()
}

func TestBuild(t *testing.T) {
	tool := &source.Unit{Kind: source.Tool, Name: "t", Uses: []source.Use{
		use("a", source.Get), use("b", source.Set), use("b", source.Set), use("gone", source.Set),
		use("seat_"+source.UnknownPart, source.Clear), use(source.UnknownPart, source.Set), use(source.UnknownPart+"b", source.Get),
		{Key: "a", Kind: source.Set, Merge: true}, use("a", source.Begin), use("a", source.Mention),
	}}
	agent := &source.Unit{Kind: source.Agent, Name: "x", Uses: []source.Use{use("b", source.Output)}, Parts: []source.Part{{Unit: tool, Kind: source.Has}}, Open: []diag.Span{{File: "a.go"}}}
	same := &source.Unit{Kind: source.Agent, Name: "x"}
	g := flow.Build(parse(t, threeKeys), flow.Facts{Units: []*source.Unit{agent, tool, same}, Prompts: []source.Use{{Key: "a", Kind: source.Placeholder, Span: diag.Span{File: "p.md"}}}})
	want := `agent:x output key:b
agent:x has? unseen:
agent:x has tool:t
key:a read tool:t
key:a prompt prompt:p.md
key:b read? tool:t
key:seat_{n} read? tool:t
tool:t write key:b
tool:t clear key:seat_{n}
tool:t merge key:a
tool:t begin key:a
tool:t write? unseen:
`
	if got := sortedLines(edgesOf(g)); got != sortedLines(want) {
		t.Errorf("got:\n%swant:\n%s", got, sortedLines(want))
	}
	if _, ok := g.Find("agent:x#2"); !ok {
		t.Error("two agents of a name are one node")
	}
}

// What loads the whole state has an edge for each key; a picture of all shows one.
func TestLoads(t *testing.T) {
	loaded := func(key string) source.Use { u := use(key, source.Loaded); u.Partial = false; return u }
	whole := &source.Unit{Kind: source.Host, Name: "whole", Uses: []source.Use{loaded("a"), loaded("b"), loaded("seat_{n}"), use("b", source.Get), use("a", source.Set)}}
	part := &source.Unit{Kind: source.Host, Name: "part", Uses: []source.Use{loaded("a"), loaded("b")}}
	each := &source.Unit{Kind: source.Host, Name: "each", Uses: []source.Use{use("a", source.Get), use("b", source.Get), use("seat_1", source.Get), use(source.UnknownPart, source.Get)}}
	if g := flow.Build(parse(t, threeKeys), flow.Facts{Units: []*source.Unit{each}}); edgesOf(g) != edgesOf(g.Used()) || len(g.Nodes) != len(g.Used().Nodes) {
		t.Errorf("what reads each key is shown as\n%s", edgesOf(g.Used()))
	}
	g := flow.Build(parse(t, threeKeys), flow.Facts{Units: []*source.Unit{whole, part}})
	if want := "host:whole write key:a\nkey:a read? host:part\nkey:a read? host:whole\nkey:b read? host:part\nkey:b read host:whole\nkey:seat_{n} read? host:whole\n"; edgesOf(g) != want {
		t.Errorf("got:\n%swant:\n%s", edgesOf(g), want)
	}
	if want := "cluster:every key read? host:part\ncluster:every key read? host:whole\nhost:whole write key:a\nkey:b read host:whole\n"; edgesOf(g.Used()) != want {
		t.Errorf("got:\n%swant:\n%s", edgesOf(g.Used()), want)
	}
}

func sortedLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		for j := i + 1; j < len(lines); j++ {
			if lines[j] < lines[i] {
				lines[i], lines[j] = lines[j], lines[i]
			}
		}
	}
	return strings.Join(lines, "\n")
}

// A secret can go from a to b through a tool that reads the one and writes the other, but
// clearing a key takes nothing along.
func TestBetween(t *testing.T) {
	copies := &source.Unit{Kind: source.Tool, Name: "copies", Uses: []source.Use{use("a", source.Get), use("b", source.Set), use("seat_1", source.Clear)}}
	g := flow.Build(parse(t, threeKeys), flow.Facts{Units: []*source.Unit{copies}})
	part, err := g.View(flow.View{From: "a", To: "b"})
	if err != nil || edgesOf(part) != "key:a read tool:copies\ntool:copies write key:b\n" {
		t.Errorf("%v: %s", err, edgesOf(part))
	}
	for v, want := range map[[2]string]string{
		{"b", "a"}:        `no data is seen to go from "b" to "a"`,
		{"a", "seat_{n}"}: `no data is seen to go from "a" to "seat_{n}"`,
		{"a", "copiez"}:   `there is nothing called "copiez"; did you mean "copies"?`,
		{"a", ""}:         "--from and --to go together, and without --key and --agent",
	} {
		if _, err := g.View(flow.View{From: v[0], To: v[1]}); err == nil || err.Error() != want {
			t.Errorf("%v: got %v, want %s", v, err, want)
		}
	}
}

// hostile is a graph whose names and texts try to be something else.
func hostile(t testing.TB) *flow.Graph {
	texts := []string{
		"\"quoted\"", "`ticks`", "a\nb\rc\x00d", "<script>alert(1)</script>", "]]></title>", "a --> b", "end", "subgraph x", "%% comment",
		"click n0 href", "#quot;", "&amp;", "\\N\\G\\", "日本語 🙂 é", "{{x}}", "|pipe|", "(round)", "[square]", "\u202eabc", "\xff\xfe", "style n0 fill:red", "", strings.Repeat("long ", 100),
	}
	s := parse(t, threeKeys)
	var units []*source.Unit
	for i, text := range texts {
		units = append(units, &source.Unit{
			Kind: source.UnitKind(i % 5), Name: text, Runs: source.Runs(i % 6), Place: diag.Span{File: text},
			Uses: []source.Use{use("a", source.Get), use("b", source.Set), use(source.UnknownPart, source.Get)},
		})
		if i > 0 {
			units[i-1].Parts = []source.Part{{Unit: units[i], Kind: source.PartKind(i % 3), Place: diag.Span{File: text}}}
		}
	}
	units[len(units)-1].Parts = []source.Part{{Unit: units[0], Kind: source.Sub}}
	g := flow.Build(s, flow.Facts{Units: units})
	for i := range g.Nodes {
		g.Nodes[i].Doc += texts[i%len(texts)]
	}
	return g
}

// TestHostile writes what other programs have to read, too, if a folder is given.
func TestHostile(t *testing.T) {
	g := hostile(t)
	for _, format := range flow.Formats() {
		var b, again bytes.Buffer
		if err := errors.Join(g.Write(&b, format, flow.View{}), g.Write(&again, format, flow.View{})); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), again.Bytes()) {
			t.Errorf("%s: not the same twice", format)
		}
		if dir := os.Getenv("STATEGEN_FLOW_OUT"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, "hostile."+format), b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		switch text := b.String(); format {
		case "json":
			if !json.Valid(b.Bytes()) {
				t.Error("not JSON")
			}
		case "mermaid":
			for _, l := range strings.Split(text, "\n")[1:] {
				if l != "" && !strings.HasPrefix(l, "  n") && !strings.HasPrefix(l, "  classDef ") {
					t.Errorf("a name begins a line: %q", l)
				}
			}
		}
	}
}
