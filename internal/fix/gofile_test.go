package fix

import (
	"go/format"
	"go/parser"
	"go/token"
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
			f := file(t, tt.before)
			if name, isImported := f.qualifier("example.com/m/state", "state"); name != "state" || isImported {
				t.Fatalf("name %q, imported: %v", name, isImported)
			}
			e := f.add(`"example.com/m/state"`)
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
	e := file(t, before).add(`"example.com/m/state"`)
	if got := before[:e.Span.Start] + e.NewText + before[e.Span.End:]; got != after {
		t.Errorf("with CRLF, got %q, want %q", got, after)
	}
}

func TestNameOfAnImport(t *testing.T) {
	for before, want := range map[string]string{
		"package p\n\nimport \"example.com/m/state\"\n":    "state",
		"package p\n\nimport st \"example.com/m/state\"\n": "st",
	} {
		if got, isImported := file(t, before).qualifier("example.com/m/state", "state"); got != want || !isImported {
			t.Errorf("%q is known as %q: %v", before, got, isImported)
		}
	}
}

func file(t *testing.T, text string) goFile {
	t.Helper()
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return goFile{diag.NewSource("p.go", []byte(text)), syntax, fset}
}
