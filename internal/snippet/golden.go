package snippet

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

// Golden runs the cases of a folder, archives whose file "want" says what f returns. Paths of
// files in that are relative to the archive. Of a case that begins with "generate", code is
// generated from the schema.
func Golden(t *testing.T, folder string, f func(*testing.T, *txtar.Archive, *Program) string) {
	t.Helper()
	cases, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases in %s: %v", folder, err)
	}
	for _, file := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
			if want < 0 {
				t.Fatal("the case has no file want")
			}
			in := &txtar.Archive{Files: slices.Delete(slices.Clone(a.Files), want, want+1)}
			if strings.HasPrefix(string(a.Comment), "generate") {
				in = Generate(t, in)
			}
			p := Load(t, in)
			got := strings.ReplaceAll(f(t, a, p), p.Name("")+"/", "")
			if *update {
				a.Files[want].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(a.Files[want].Data); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}
