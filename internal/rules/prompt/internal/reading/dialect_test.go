package reading

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// TestTable holds that each dialect that a schema can name is in the table, at its place.
func TestTable(t *testing.T) {
	for _, d := range instruction.Dialects() {
		if int(d) >= len(table) || Of(d) == nil || Of(d).Dialect != d || Of(d).Framework == "" {
			t.Errorf("the table lacks %s", d)
		}
	}
}
