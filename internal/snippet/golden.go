package snippet

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/draw"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

// Golden runs the cases of a folder, archives whose file "want" says what f returns. Paths of
// files in that are relative to the archive. Of a case that begins with "generate", code is
// generated from the schema.
func Golden(t *testing.T, folder string, f func(*testing.T, *txtar.Archive, *Program) string) {
	t.Helper()
	for _, c := range draw.CasesIn(t, folder) {
		t.Run(c.Name, func(t *testing.T) {
			in := &txtar.Archive{Files: slices.DeleteFunc(slices.Clone(c.Files), func(f txtar.File) bool { return f.Name == "want" })}
			if strings.HasPrefix(string(c.Comment), "generate") {
				in = Generate(t, in)
			}
			p := Load(t, in)
			c.Check(t, strings.ReplaceAll(f(t, c.Archive, p), p.Name("")+"/", ""), *update)
		})
	}
}
