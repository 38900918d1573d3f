package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

// goModule is a module of the size of ADK for Go: 150 packages with 450 files and 65,000
// lines, of which each imports up to three others.
func goModule() string {
	var all strings.Builder
	all.WriteString("-- go.mod --\nmodule example.com/large\n\ngo 1.24\n-- stategen.yaml --\nversion: 1\nkeys:\n  topic: string?\n")
	for p := range 150 {
		for f := range 3 {
			fmt.Fprintf(&all, "-- p%d/f%d.go --\npackage p%d\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\t\"net/http\"\n", p, f, p)
			used := "\tn := 0\n"
			for i := 1; i <= 3; i++ {
				if other := p - i*7 - f; other >= 0 {
					fmt.Fprintf(&all, "\t\"example.com/large/p%d\"\n", other)
					used += fmt.Sprintf("\tn += p%d.F0x0(ctx, r)\n", other)
				}
			}
			all.WriteString(")\n")
			for n := range 9 {
				fmt.Fprintf(&all, "\ntype T%dx%d struct{ Name string; Next *T%dx%d; All map[string][]int }\n", f, n, f, n)
				fmt.Fprintf(&all, "\nfunc F%dx%d(ctx context.Context, r *http.Request) int {\n%s\tm := map[string]any{\"path\": r.URL.Path}\n%s\t_ = ctx\n\treturn n + len(m)\n}\n", f, n, used,
					strings.Repeat("\tm[\"a\"] = fmt.Sprint(r.Header, m[\"a\"])\n", 4))
			}
		}
	}
	return all.String()
}

// BenchmarkGoEdit is from an edit of a Go file that a third of a large module depends on to
// the findings, with the go command.
func BenchmarkGoEdit(b *testing.B) {
	c := dialWith(b, writeProject(b, goModule()), Options{Cache: b.TempDir()})
	c.call("initialize", fmt.Sprintf(`{"workspaceFolders":[{"uri":%q}],"initializationOptions":{"goSource":"save"},"capabilities":{}}`, URI(c.dir)), nil)
	c.notify("initialized", "{}")
	c.diagnostics()
	const name = "p100/f0.go"
	text, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		b.Fatal(err)
	}
	c.open(name, string(text))
	c.diagnostics()
	defer cputime.ReportAll(b)()
	for i := 0; b.Loop(); i++ {
		c.edit(name, fmt.Sprintf(`{"text":%q}`, string(text)+fmt.Sprintf("\nfunc edit() int { return %d }\n", i)))
		c.diagnostics()
	}
}
