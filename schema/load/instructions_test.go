package load_test

import (
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/schema/load"
)

// TestInstructionLineEndings holds that a checkout with other line endings or
// a byte order mark gives the same template, with places of the file as it is.
func TestInstructionLineEndings(t *testing.T) {
	const want = "Hello.\n\nThe {city}\nis \rnice.\n"
	for name, file := range map[string]string{
		"unix":         want,
		"windows":      strings.ReplaceAll(want, "\n", "\r\n"),
		"mark":         "\ufeff" + want,
		"windows mark": "\ufeff" + strings.ReplaceAll(want, "\n", "\r\n"),
		"both":         "Hello.\r\n\nThe {city}\r\nis \rnice.\n",
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"stategen.yaml": "version: 1\nkeys: {city: string}\ninstructions: {a: {file: a.md}}\n",
				"a.md":          file,
			}
			r := load.Schema("stategen.yaml", func(name string) ([]byte, error) { return []byte(files[name]), nil })
			in := r.Schema.Instructions[0]
			if in.Text != want {
				t.Fatalf("got %q", in.Text)
			}
			for i, c := range []byte(in.Text) {
				if at := in.At(i); file[at] != c && (c != '\n' || file[at] != '\r') {
					t.Errorf("offset %d of %q leads to %q", i, in.Text, file[at:])
				}
			}
			if end := in.At(len(in.Text)); end != len(file) {
				t.Errorf("the end leads to %d of %d", end, len(file))
			}
		})
	}
}
