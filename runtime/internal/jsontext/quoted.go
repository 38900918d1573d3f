package jsontext

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Quoted reads a string. One of plain ASCII, as most are, is taken as it is.
func (d *Decoder) Quoted() (string, error) {
	if !d.Skip('"') {
		return "", d.fail()
	}
	rest := d.Text[d.At:]
	n := plainLen(rest)
	if n == len(rest) || rest[n] != '"' {
		return d.quotedSlow()
	}
	d.At += n + 1
	return rest[:n], nil
}

// plainLen returns for how many bytes s is ASCII that needs no escape in a
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

// quotedSlow reads a text of any kind, from after its first quote.
func (d *Decoder) quotedSlow() (string, error) {
	start, simple := d.At, true
	for ; d.At < len(d.Text); d.At++ {
		switch c := d.Text[d.At]; {
		case c == '"':
			s := d.Text[start:d.At]
			d.At++
			if simple && utf8.ValidString(s) {
				return s, nil
			}
			s, ok := unescape(s, d.Strict)
			if !ok {
				return "", d.fail()
			}
			return s, nil
		case c == '\\':
			simple = false
			d.At++ // whatever is escaped doesn't end the text
		case c < ' ':
			return "", d.fail()
		}
	}
	return "", d.fail()
}

// unescape resolves escapes. As in encoding/json, what isn't UTF-8 and halves of
// surrogate pairs become U+FFFD, unless they are refused.
func unescape(s string, strict bool) (string, bool) {
	b := make([]byte, 0, len(s))
	for s != "" {
		if n := plainLen(s); n > 0 {
			b, s = append(b, s[:n]...), s[n:]
			continue
		}
		r, size := utf8.DecodeRuneInString(s)
		if r == '\\' {
			if r, size = Escaped(s); size == 0 {
				return "", false
			}
		}
		if strict && r == utf8.RuneError && (size == 1 || s[0] == '\\' && !strings.EqualFold(s[2:size], "fffd")) {
			return "", false
		}
		b, s = utf8.AppendRune(b, r), s[size:]
	}
	return string(b), true
}

// Escaped returns the character that an escape at the beginning of s represents, and how
// many bytes of s the escape is long, 0 if it isn't one. A byte follows the backslash.
func Escaped(s string) (r rune, size int) {
	const letters, meaning = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if i := strings.IndexByte(letters, s[1]); i >= 0 {
		return rune(meaning[i]), 2
	}
	r, ok := unit(s)
	if !ok {
		return 0, 0
	}
	if low, _ := unit(s[6:]); utf16.IsSurrogate(r) {
		if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
			return r, 12
		}
	}
	return r, 6
}

// unit reads an escape such as \u003c at the beginning of s.
func unit(s string) (rune, bool) {
	if len(s) < 6 || s[:2] != `\u` {
		return 0, false
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(n), err == nil
}
