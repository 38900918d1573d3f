package breaking

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/internal/scan"
)

// secret is in all texts of a value, and in the keys of its maps.
const secret = "SECRET"

func secretly(v any) any {
	switch v := v.(type) {
	case string:
		return secret + v
	case []any:
		for i := range v {
			v[i] = secretly(v[i])
		}
	case map[string]any:
		all := map[string]any{}
		for key, item := range v {
			all[key] = secretly(item)
			all[secret+key] = all[key]
		}
		return all
	}
	return v
}

// TestNoSecrets stores values that are wrong in many ways under sensitive keys: nothing
// of them is in what scan and Compare say, in any format.
func TestNoSecrets(t *testing.T) {
	said := 0
	for seed := range uint64(number(t, "STATEGEN_SECRETS", 40)) {
		d := newDrawer(seed)
		at, _ := d.Sound()
		for _, e := range at.Keys {
			e.Sensitive = true
		}
		next := at.Clone()
		d.Change(next)
		for _, e := range next.Keys {
			e.Sensitive = true
		}
		old, today := loaded(at.String(), "old.yaml"), loaded(next.String(), "new.yaml")
		if old == nil || today == nil {
			continue
		}
		var states []map[string]any
		for _, v := range valuesOf(d, reading.New(old)) {
			states = append(states, map[string]any{v.name: secretly(v.state[v.name])}, map[string]any{v.name: "DAMAGED"})
		}
		sc := scan.New(today)
		if err := sc.States(inDatabase(states...)); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		for _, found := range []diag.List{Compare(old, today), sc.Report().Diagnostics(today)} {
			for _, err := range []error{
				diag.WriteText(&out, found, nil, diag.TextOptions{}), diag.WriteJSON(&out, found, nil),
				diag.WriteSARIF(&out, found, nil, diag.SARIFOptions{}), diag.WriteGitHub(&out, found, nil),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			said += len(found)
		}
		if err := sc.Report().WriteJSON(&out); err != nil {
			t.Fatal(err)
		}
		for _, note := range sc.Report().Notes() {
			out.WriteString(note)
		}
		if i := strings.Index(out.String(), secret); i >= 0 {
			t.Fatalf("seed %d: a sensitive value is printed: …%s", seed, out.String()[max(0, i-200):min(out.Len(), i+200)])
		}
	}
	if t.Logf("%d findings", said); said == 0 {
		t.Error("nothing was found")
	}
}
