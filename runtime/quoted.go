package runtime

import (
	"encoding/json"
	"math/bits"
	"unicode/utf8"
)

// quoted reads a text. One of plain ASCII, which most are, is taken as it is.
func (d *decoder) quoted() (string, error) {
	if !d.skip('"') {
		return "", d.fail()
	}
	rest := d.text[d.at:]
	n := plainLen(rest)
	if n == len(rest) || rest[n] != '"' {
		return d.quotedSlow()
	}
	d.at += n + 1
	return rest[:n], nil
}

// plainLen returns for how many bytes s is ASCII that stands for itself in a
// quoted text. It looks at eight of them at once: a byte's high bit is set in
// special if one of the subtractions goes below zero there, or if the byte isn't
// ASCII. What that carries on to the bytes after it doesn't matter.
func plainLen(s string) int {
	const (
		each = 0x0101010101010101
		high = 0x80 * each
	)
	n := 0
	for ; n+8 <= len(s); n += 8 {
		b := s[n : n+8]
		word := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
			uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		special := word | (word - ' '*each) | (word ^ '"'*each - each) | (word ^ '\\'*each - each)
		if special &= high; special != 0 {
			return n + bits.TrailingZeros64(special)/8
		}
	}
	for n < len(s) && ' ' <= s[n] && s[n] < utf8.RuneSelf && s[n] != '"' && s[n] != '\\' {
		n++
	}
	return n
}

// quotedSlow reads any text. One with escapes is left to encoding/json.
func (d *decoder) quotedSlow() (string, error) {
	start, simple := d.at-1, true
	for ; d.at < len(d.text); d.at++ {
		switch c := d.text[d.at]; {
		case c == '"':
			d.at++
			literal := d.text[start:d.at]
			if simple && utf8.ValidString(literal) {
				return literal[1 : len(literal)-1], nil
			}
			var s string
			err := json.Unmarshal([]byte(literal), &s)
			return s, err
		case c == '\\':
			simple = false
			d.at++ // whatever is escaped doesn't end the text
		case c < ' ':
			return "", d.fail()
		}
	}
	return "", d.fail()
}
