package goload

import "bytes"

// declarations blanks what a Go file has in braces but for types: the bodies of functions, and
// the elements of values, which say nothing of the API of a package. All else stays where it
// is. Of an array that is as long as its elements are many, these stay, too.
func declarations(text []byte) []byte {
	out := bytes.Clone(text)
	d := blanker{text: out}
	for d.at < len(out) {
		d.next()
	}
	return out
}

// blanker goes through a text, token by token as far as it needs to.
type blanker struct {
	text  []byte
	at    int
	word  string // the last one, if nothing but blanks and comments came since
	sized bool   // the next elements are counted
}

func (d *blanker) next() {
	switch c := d.text[d.at]; {
	case c == '{' && d.word != "struct" && d.word != "interface":
		d.braces()
	case d.skip():
		if c != '/' {
			d.word = ""
		}
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		d.at++
	case isLetter(c):
		begin := d.at
		for d.at < len(d.text) && isLetter(d.text[d.at]) {
			d.at++
		}
		d.word = string(d.text[begin:d.at])
	default:
		d.sized = d.sized || bytes.HasPrefix(d.text[d.at:], []byte("[..."))
		d.word = ""
		d.at++
	}
}

// braces goes past the brace that closes the one here.
func (d *blanker) braces() {
	begin, depth := d.at+1, 0
	for d.at < len(d.text) {
		switch c := d.text[d.at]; {
		case c == '{':
			depth++
			d.at++
		case c == '}':
			if depth--; depth == 0 {
				if !d.sized {
					blank(d.text[begin:d.at])
				}
				d.sized, d.word = false, ""
				d.at++
				return
			}
			d.at++
		case !d.skip():
			d.at++
		}
	}
}

// skip goes past a comment or a literal, if there is one here.
func (d *blanker) skip() bool {
	rest := d.text[d.at:]
	switch {
	case rest[0] == '"' || rest[0] == '\'':
		d.quoted(rest[0])
	case rest[0] == '`':
		d.past(rest[1:], "`", 1)
	case bytes.HasPrefix(rest, []byte("//")):
		d.past(rest, "\n", 0)
	case bytes.HasPrefix(rest, []byte("/*")):
		d.past(rest[2:], "*/", 2)
	default:
		return false
	}
	return true
}

func (d *blanker) past(rest []byte, end string, before int) {
	i := bytes.Index(rest, []byte(end))
	if i < 0 {
		d.at = len(d.text)
		return
	}
	d.at += before + i + len(end)
}

func (d *blanker) quoted(quote byte) {
	for d.at++; d.at < len(d.text); d.at++ {
		switch d.text[d.at] {
		case '\\':
			d.at++
		case quote, '\n':
			d.at++
			return
		}
	}
}

func blank(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}

func isLetter(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
}
