package golang

import (
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// TestNoTexts checks that a schema without texts has an adapter.
func TestNoTexts(t *testing.T) {
	p, _ := names.New(plan.New(&schema.Schema{Package: "p"}), "", "a\nfunc injected() {}")
	f, err := forTRPC(p)
	if err != nil || !strings.Contains(string(f.Content), "\treturn false\n}\n") || strings.Contains(string(f.Content), "\nfunc injected") {
		t.Errorf("%v\n%s", err, f.Content)
	}
}
