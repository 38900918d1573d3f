package load_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/schema/load"
)

// TestLimitMessages compares what is said about schemas that are too large for
// golden cases.
func TestLimitMessages(t *testing.T) {
	families := "version: 1\nkeys:\n"
	for i := range 2001 {
		families += fmt.Sprintf("  \"f%d_{id}\": string?\n", i)
	}
	large := "version: 1\n" + strings.Repeat("# "+strings.Repeat("x", 60_000)+"\n", 33)
	for _, test := range []struct {
		main, others string // others include the file of the next number
		want         string
	}{
		{families, "", "the families of keys, and the names that they had, are too many to be compared: " +
			"keep such data in a map, and remove the old names that no store contains any more"},
		{"version: 1\ninclude: [1.yaml]\n", "version: 1\ninclude: [%d.yaml]\n", "more than 200 files are included: join some of them"},
		{"version: 1\ninclude: [1.yaml, 2.yaml, 3.yaml, 4.yaml, 5.yaml]\n", large, "the included schemas have more than 8388608 bytes together: include less"},
	} {
		r := load.Schema("stategen.yaml", func(name string) ([]byte, error) {
			var number int
			if name == "stategen.yaml" {
				return []byte(test.main), nil
			}
			if _, err := fmt.Sscanf(name, "%d.yaml", &number); err != nil || test.others == "" {
				return nil, fs.ErrNotExist
			}
			return []byte(strings.Replace(test.others, "%d", fmt.Sprint(number+1), 1)), nil
		})
		if len(r.Diagnostics) != 1 || r.Diagnostics[0].Message+": "+r.Diagnostics[0].Hint != test.want {
			t.Errorf("%.300v, want %s", r.Diagnostics, test.want)
		}
	}
}
