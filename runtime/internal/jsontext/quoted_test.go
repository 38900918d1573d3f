package jsontext

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestPlainLen has each byte at each place among eight, before the end of a text
// and far from it, before others that are not plain either.
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

// TestQuoted puts pieces of quoted texts after each other, and checks that each
// whole is read as encoding/json reads it.
func TestQuoted(t *testing.T) {
	pieces := []string{
		"", "plain text", `\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, `\'`, `\x`, `\`, `"`, "\n", "\x7f", "é", "\U0001F600", "\xff", "\xc3",
		`\u0041`, `\u00E9`, `\u00e9`, `\u0000`, `\uD83D`, `\uDE00`, `\ufffd`, `\u12`, `\u12g4`, `\u+123`, `\u 123`, `\U0041`,
	}
	for _, a := range pieces {
		for _, b := range pieces {
			for _, c := range pieces {
				text := `"` + a + b + c + `"`
				var want string
				wantErr := json.Unmarshal([]byte(text), &want)
				got, err := Decode(text)
				if (err == nil) != (wantErr == nil) || err == nil && got != want {
					t.Fatalf("%s: got %q, error %v; encoding/json has %q, error %v", text, got, err, want, wantErr)
				}
			}
		}
	}
}
