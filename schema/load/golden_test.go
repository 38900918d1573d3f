package load_test

import (
	"flag"
	"testing"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/load"
)

var update = flag.Bool("update", false, "rewrite the expected texts of golden cases")

func TestGoldenDiagnostics(t *testing.T) {
	for _, c := range draw.Cases(t, "diagnostics") {
		t.Run(c.Name, func(t *testing.T) {
			c.Check(t, draw.Text(t, load.Schema("stategen.yaml", c.Read)), *update)
		})
	}
}
