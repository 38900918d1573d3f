package docs

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestMigration holds what the page on infer shows to the script that runs it.
func TestMigration(t *testing.T) {
	a, err := txtar.ParseFile("../cmd/stategen/testdata/script/infer.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, f := range a.Files {
		source.Write(f.Data)
	}
	all := pages(t)
	i := slices.IndexFunc(all, func(p page) bool { return p.file == "infer.md" })
	shown := 0
	for _, b := range all[i].blocks {
		if b.lang != "golang" && b.lang != "yml" {
			continue
		}
		shown++
		if !strings.Contains(source.String(), b.text) {
			t.Errorf("%s:%d: the script has no such text:\n%s", all[i].file, b.line, b.text)
		}
	}
	if shown != 3 {
		t.Errorf("%d blocks, want the program, the draft and what --write makes of it", shown)
	}
}
