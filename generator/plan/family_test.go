package plan_test

import (
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema/load"
)

// TestFamilyLeavesSingleKeysAlone holds that keys of a family's shape which are
// declared on their own, or were once, are not of the family.
func TestFamilyLeavesSingleKeysAlone(t *testing.T) {
	const text = "version: 1\nkeys:\n  \"order_{id}\": string?\n  order_total: int?\n  city: string?\nremoved: [order_count, legacy, \"stay_{id}\"]\n"
	r := load.Schema("stategen.yaml", func(string) ([]byte, error) { return []byte(text), nil })
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	if got, want := plan.New(r.Schema).Keys[0].Family.Except, []string{"order_total", "order_count"}; !slices.Equal(got, want) {
		t.Errorf("the family leaves out %v, want %v", got, want)
	}
}
