package fix

import (
	"go/format"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
)

func TestImportIsAdded(t *testing.T) {
	tests := []struct{ name, before, want string }{
		{"none", "package p // so far\n", "package p // so far\n\nimport \"example.com/m/state\"\n"},
		{"a single one", "package p\n\nimport \"fmt\" // print\n", "package p\n\nimport \"fmt\" // print\nimport \"example.com/m/state\"\n"},
		{
			"only Go's", "package p\n\nimport (\n\t\"fmt\"\n\t\"io\"\n)\n",
			"package p\n\nimport (\n\t\"fmt\"\n\t\"io\"\n\n\t\"example.com/m/state\"\n)\n",
		},
		{
			"in the order of gofmt", "package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/m/a\" // a\n\t\"z.org/x\"\n)\n",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"example.com/m/a\" // a\n\t\"example.com/m/state\"\n\t\"z.org/x\"\n)\n",
		},
		{
			"last", "package p\n\nimport (\n\t\"fmt\"\n\n\t\"a.org/x\" // x\n)\n",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"a.org/x\" // x\n\t\"example.com/m/state\"\n)\n",
		},
		{
			"behind C", "package p\n\n// int x;\nimport \"C\"\n",
			"package p\n\n// int x;\nimport \"C\"\nimport \"example.com/m/state\"\n",
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
			"package p\n\nimport _ \"example.com/m/state\"\nimport \"example.com/m/state\"\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			src := diag.NewSource("p.go", []byte(tt.before))
			name, edits := newGoFile(src).qualifier("example.com/m/state", "state")
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
	_, edits := newGoFile(diag.NewSource("p.go", []byte(before))).qualifier("example.com/m/state", "state")
	e := edits[0]
	if got := before[:e.Span.Start] + e.NewText + before[e.Span.End:]; got != after {
		t.Errorf("with CRLF, got %q, want %q", got, after)
	}
}

func TestNameOfAnImport(t *testing.T) {
	tests := []struct {
		name, before string
		want         string
		used         bool // for something else, as far as the file shows
	}{
		{"imported", "package p\n\nimport \"example.com/m/state\"\n", "state", false},
		{"by another name", "package p\n\nimport st \"example.com/m/state\"\n", "st", true},
		{"a parameter", "package p\n\nfunc f(state int) {}\n", "state", true},
		{"a field's", "package p\n\nfunc f(x T) { x.state() }\n", "state", false},
		{"its own", "package state\n", "state", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newGoFile(diag.NewSource("p.go", []byte(tt.before)))
			if got, _ := f.qualifier("example.com/m/state", "state"); got != tt.want || f.uses(got) != tt.used {
				t.Errorf("got %q, used: %v", got, f.uses(got))
			}
		})
	}
}
