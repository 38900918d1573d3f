package importedit

import (
	"go/format"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
)

func TestImportIsAdded(t *testing.T) {
	tests := []struct{ name, before, want string }{
		{"none", "package p // so far\n", "package p // so far\n\nimport \"example.com/m/state\"\n"},
		{"one of Go's", "package p\n\nimport \"fmt\"\n", "package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/m/state\"\n)\n"},
		{"another one", "package p\n\nimport x \"z.org/x\"\n", "package p\n\nimport (\n\t\"example.com/m/state\"\n\tx \"z.org/x\"\n)\n"},
		{
			"only Go's", "package p\n\nimport (\n\t\"fmt\"\n\t\"io\"\n)\n",
			"package p\n\nimport (\n\t\"fmt\"\n\t\"io\"\n\n\t\"example.com/m/state\"\n)\n",
		},
		{
			"beside its like", "package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/m/a\" // a\n\t// Of z.\n\t\"example.com/m/z\"\n\n\t\"z.org/x\"\n)\n",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/m/a\" // a\n\t\"example.com/m/state\"\n\t// Of z.\n\t\"example.com/m/z\"\n\n\t\"z.org/x\"\n)\n",
		},
		{
			"last", "package p\n\nimport (\n\t\"fmt\"\n\n\t\"a.org/x\" // x\n)\n",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"a.org/x\" // x\n\t\"example.com/m/state\"\n)\n",
		},
		{
			"behind C", "package p\n\n// int x;\nimport \"C\"\n\nimport \"fmt\"\n",
			"package p\n\n// int x;\nimport \"C\"\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/m/state\"\n)\n",
		},
		{
			"before more in the line", "package p; const k = 1\n",
			"package p\n\nimport \"example.com/m/state\"\n\nconst k = 1\n",
		},
		{
			"before a long comment", "package p /* of\nall */\n\nconst k = 1\n",
			"package p\n\nimport \"example.com/m/state\" /* of\nall */\n\nconst k = 1\n",
		},
		{
			"in a line with the end", "package p\n\nimport (\n\t\"fmt\"\n\n\t\"a.org/x\"); var _ x.T\n",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"a.org/x\"\n\t\"example.com/m/state\"\n)\n\nvar _ x.T\n",
		},
		{
			"for its effects", "package p\n\nimport _ \"example.com/m/state\"\n",
			"package p\n\nimport (\n\t\"example.com/m/state\"\n\t_ \"example.com/m/state\"\n)\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := diag.NewSource("p.go", []byte(tt.before))
			name, edits := New(src).Qualifier("example.com/m/state", "state", func(string) bool { return false })
			if name != "state" || len(edits) != 1 {
				t.Fatalf("name %q, edits %v", name, edits)
			}
			e := edits[0]
			got, err := format.Source([]byte(tt.before[:e.Span.Start] + e.NewText + tt.before[e.Span.End:]))
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("got:\n%s", got)
			}
			keepsLineEnds(t, tt.before, tt.before[:e.Span.Start]+e.NewText+tt.before[e.Span.End:])
		})
	}
}

// keepsLineEnds holds that the same import in the same file with other line
// ends differs in nothing but those.
func keepsLineEnds(t *testing.T, before, after string) {
	t.Helper()
	before, after = strings.ReplaceAll(before, "\n", "\r\n"), strings.ReplaceAll(after, "\n", "\r\n")
	_, edits := New(diag.NewSource("p.go", []byte(before))).Qualifier("example.com/m/state", "state", func(string) bool { return false })
	e := edits[0]
	if got := before[:e.Span.Start] + e.NewText + before[e.Span.End:]; got != after {
		t.Errorf("with CRLF, got %q, want %q", got, after)
	}
}

func TestNameOfAnImport(t *testing.T) {
	tests := []struct {
		name, before string
		taken        string // by the package
		want         string
	}{
		{"imported", "package p\n\nimport \"example.com/m/state\"\n", "", "state"},
		{"by another name", "package p\n\nimport st \"example.com/m/state\"\n", "", "st"},
		{"declared by the package", "package p\n", "state", "statekeys"},
		{"a parameter", "package p\n\nfunc f(state int) {}\n", "", "statekeys"},
		{"a field's", "package p\n\nfunc f(x T) { x.state() }\n", "", "state"},
		{"both", "package p\n\nfunc f(state int) {}\n", "statekeys", "statekeys2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := New(diag.NewSource("p.go", []byte(tt.before)))
			got, _ := f.Qualifier("example.com/m/state", "state", func(s string) bool { return s == tt.taken })
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
