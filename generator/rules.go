package generator

import (
	"fmt"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// checkRenames reports old names that merge operations can't carry along: a
// store applies each operation within one scope.
func (b *builder) checkRenames(k *key) {
	if k.verb() == "" {
		return
	}
	for _, old := range k.RenamedFrom {
		if scope, _ := runtime.ParseKey(old); scope != k.Scope {
			b.problems = append(b.problems, diag.Diagnostic{
				ID:   "merge-across-scopes",
				Span: k.Span,
				Message: fmt.Sprintf("the old name %q of key %q is in another scope, and merge: %s works within one",
					old, k.Wire(), k.Merge),
				Hint: "remove the old name and move its value with one write, or remove merge",
			})
		}
	}
}
