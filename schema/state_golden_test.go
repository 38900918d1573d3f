package schema_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/schema"
)

const stateFolder = "../testdata/golden/state"

func TestGoldenStateJSONSchema(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join(stateFolder, "*.txtar"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no golden cases in %s: %v", stateFolder, err)
	}
	for _, path := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a := parseCase(t, path)
			r := schema.Load("stategen.yaml", reader(a))
			if r.Schema == nil {
				t.Fatal(text(t, r))
			}
			got, err := schema.StateJSONSchema(r.Schema)
			if err != nil {
				t.Fatal(err)
			}
			compileState(t, r.Schema)
			if *update {
				updateCase(t, path, a, string(got))
				return
			}
			if want, ok := wanted(a); !ok || want != string(got) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}
