package runtime

import (
	"strings"
	"testing"
)

// TestPlainLen has each byte at each place among eight, before the end of a text
// and far from it, behind others that are not plain either.
func TestPlainLen(t *testing.T) {
	plain := func(b byte) bool { return ' ' <= b && b < 0x80 && b != '"' && b != '\\' }
	for at := range 20 {
		for after := range 12 {
			for b := range 256 {
				text := strings.Repeat("~", at) + string([]byte{byte(b)}) + strings.Repeat(" \x00\"\xff", after)
				want := at
				if plain(byte(b)) {
					want++
					if after > 0 {
						want++ // the space
					}
				}
				if got := plainLen(text); got != want {
					t.Fatalf("%q: got %d, want %d", text, got, want)
				}
			}
		}
	}
}
