package load_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/load"
)

// manyKeys writes a schema of n keys of all kinds.
func manyKeys(n int) string {
	var b strings.Builder
	b.WriteString("version: 1\ntypes:\n  Step: {enum: [search, done]}\n  Seat: {fields: {row: int, letter: \"string?\"}}\nkeys:\n")
	for i := range n {
		switch i % 5 {
		case 0:
			fmt.Fprintf(&b, "  city_%d: string?\n", i)
		case 1:
			fmt.Fprintf(&b, "  user:visits_%d: {type: int, merge: sum, default: 0, min: 0}\n", i)
		case 2:
			fmt.Fprintf(&b, "  step_%d: {type: Step, default: search, doc: Where the traveller is.}\n", i)
		case 3:
			fmt.Fprintf(&b, "  seats_%d: {type: \"[]Seat\", default: [{row: 1}]}\n", i)
		case 4:
			fmt.Fprintf(&b, "  code_%d:\n    type: string\n    optional: true\n    pattern: \"^[A-Z]{2}$\"\n", i)
		}
	}
	return b.String()
}

func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{10, 100, 1_000, 10_000} {
		b.Run(fmt.Sprintf("keys=%d", n), func(b *testing.B) {
			read := draw.Read("stategen.yaml", manyKeys(n))
			b.ReportAllocs()
			for b.Loop() {
				if r := load.Schema("stategen.yaml", read); r.Schema == nil {
					b.Fatal(draw.Text(b, r))
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
		})
	}
}
