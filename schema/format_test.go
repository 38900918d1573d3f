package schema_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/txtar"
)

const formatFolder = "../testdata/golden/format"

func TestGoldenFormat(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join(formatFolder, "*.txtar"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no golden cases in %s: %v", formatFolder, err)
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a := parseCase(t, path)
			got, list := schema.Format("stategen.yaml", a.Files[0].Data)
			if len(list) > 0 {
				t.Fatal(list)
			}
			checkStable(t, got)
			if *update {
				a.Files = append(a.Files[:1], txtar.File{Name: wantFile, Data: got})
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want, ok := wanted(a); !ok || want != string(got) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func checkStable(t *testing.T, formatted []byte) {
	t.Helper()
	again, list := schema.Format("stategen.yaml", formatted)
	if len(list) > 0 || !bytes.Equal(again, formatted) {
		t.Errorf("formatting again changes\n%s\nto\n%s\n%v", formatted, again, list)
	}
}

// words takes the white space out of a text.
func words(text []byte) string { return strings.Join(strings.Fields(string(text)), "") }

func FuzzFormat(f *testing.F) {
	for _, folder := range []string{goldenFolder, formatFolder} {
		cases, _ := filepath.Glob(filepath.Join(folder, "*.txtar"))
		for _, path := range cases {
			f.Add(parseCase(f, path).Files[0].Data)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		got, list := schema.Format("stategen.yaml", src)
		if list.HasErrors() {
			return
		}
		if words(got) != words(bytes.TrimPrefix(src, []byte("\ufeff"))) {
			t.Errorf("more than white space of\n%q\nhas changed:\n%q", src, got)
		}
		checkStable(t, got)
		before := text(t, schema.Load("stategen.yaml", exampleReader(string(src))))
		after := text(t, schema.Load("stategen.yaml", exampleReader(string(got))))
		if strings.Count(before, "error:") != strings.Count(after, "error:") {
			t.Errorf("the findings of\n%s\nwere\n%s\nand of\n%s\nare\n%s", src, before, got, after)
		}
	})
}
