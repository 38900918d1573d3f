package runtime

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// DecodeValue returns the value that JSON text stands for, in normal form:
// what EncodeValue wrote comes back exactly. It accepts what encoding/json
// does, and is there because that can't tell 5.0 from 5 without decoding every
// value twice.
func DecodeValue(text []byte) (any, error) {
	d := decoder{text: string(text)}
	value, err := d.value(maxJSONDepth)
	if err != nil {
		return nil, err
	}
	if d.skipSpace(); d.at < len(text) {
		return nil, d.fail()
	}
	return value, nil
}

// maxJSONDepth is the depth at which encoding/json gives up too.
const maxJSONDepth = 10000

var errTooDeep = errors.New("the JSON text nests too deep")

// decoder reads JSON text. The texts that it returns are parts of the whole
// where that is possible.
type decoder struct {
	text string
	at   int
}

func (d *decoder) fail() error {
	return fmt.Errorf("the JSON text is wrong at byte %d", d.at)
}

func (d *decoder) skipSpace() {
	for d.at < len(d.text) {
		switch d.text[d.at] {
		case ' ', '\t', '\n', '\r':
			d.at++
		default:
			return
		}
	}
}

// next skips space and returns the byte there, 0 at the end.
func (d *decoder) next() byte {
	if d.skipSpace(); d.at < len(d.text) {
		return d.text[d.at]
	}
	return 0
}

func (d *decoder) value(depth int) (any, error) {
	if depth < 0 {
		return nil, errTooDeep
	}
	switch c := d.next(); c {
	case '{':
		return d.object(depth)
	case '[':
		return d.list(depth)
	case '"':
		return d.quoted()
	case 't':
		return true, d.word("true")
	case 'f':
		return false, d.word("false")
	case 'n':
		return nil, d.word("null")
	default:
		return d.number()
	}
}

func (d *decoder) word(word string) error {
	if !strings.HasPrefix(d.text[d.at:], word) {
		return d.fail()
	}
	d.at += len(word)
	return nil
}

func (d *decoder) object(depth int) (any, error) {
	d.at++
	fields := make(map[string]any)
	if d.next() == '}' {
		d.at++
		return fields, nil
	}
	for {
		if d.next() != '"' {
			return nil, d.fail()
		}
		name, err := d.quoted()
		if err != nil {
			return nil, err
		}
		if d.next() != ':' {
			return nil, d.fail()
		}
		d.at++
		if fields[name], err = d.value(depth - 1); err != nil {
			return nil, err
		}
		if more, err := d.more('}'); !more {
			return fields, err
		}
	}
}

func (d *decoder) list(depth int) (any, error) {
	d.at++
	items := []any{}
	if d.next() == ']' {
		d.at++
		return items, nil
	}
	for {
		item, err := d.value(depth - 1)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if more, err := d.more(']'); !more {
			return items, err
		}
	}
}

// more steps over a comma, or over what closes a list or object.
func (d *decoder) more(closing byte) (bool, error) {
	switch c := d.next(); c {
	case ',':
		d.at++
		return true, nil
	case closing:
		d.at++
		return false, nil
	default:
		return false, d.fail()
	}
}

// quoted reads a text. One without escapes, which most are, is taken as it is;
// the others are left to encoding/json.
func (d *decoder) quoted() (string, error) {
	start, simple, ascii := d.at, true, true
	for d.at++; d.at < len(d.text); d.at++ {
		switch c := d.text[d.at]; {
		case c == '"':
			d.at++
			literal := d.text[start:d.at]
			if simple && (ascii || utf8.ValidString(literal)) {
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
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return "", d.fail()
}

func (d *decoder) number() (any, error) {
	start := d.at
	d.skip("-")
	if !d.skip("0") && !d.digits() {
		return nil, d.fail()
	}
	if d.skip(".") && !d.digits() {
		return nil, d.fail()
	}
	if d.skip("eE") {
		d.skip("+-")
		if !d.digits() {
			return nil, d.fail()
		}
	}
	return parseNumber(d.text[start:d.at])
}

// skip steps over one byte if it is among those given.
func (d *decoder) skip(any string) bool {
	if d.at < len(d.text) && strings.IndexByte(any, d.text[d.at]) >= 0 {
		d.at++
		return true
	}
	return false
}

func (d *decoder) digits() bool {
	start := d.at
	for d.at < len(d.text) && '0' <= d.text[d.at] && d.text[d.at] <= '9' {
		d.at++
	}
	return d.at > start
}
