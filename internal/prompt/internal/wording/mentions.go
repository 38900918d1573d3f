package wording

import "strings"

// word is what everything has that speaks of the state.
const word = "state"

// Of the eight letters in a number, these are the first seven.
const (
	letters   = 0x0101010101010101
	firstBits = 0x0080808080808080
)

// Mentions reports whether a text has the word "state". strings.Contains would stop at every s, as
// there is one in every second word of English: this only stops where a t follows.
func Mentions(text string) bool {
	const step, part = 4 * 7, 4*7 + len(word)
	for ; len(text) >= part; text = text[step:] {
		if noStart(text)&noStart(text[7:])&noStart(text[14:])&noStart(text[21:]) != firstBits &&
			strings.Contains(text[:part], word) {
			return true
		}
	}
	return strings.Contains(text, word)
}

// noStart has a bit for each of the first seven letters of a text that isn't an s before a t.
func noStart(text string) uint64 {
	w := uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
	w &= 0x7f * letters // so that no sum below carries
	return (((w ^ 's'*letters) | (w>>8 ^ 't'*letters)) + 0x7f*letters) & firstBits
}
