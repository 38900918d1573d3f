package runtime

import (
	"errors"
	"fmt"
	"strings"
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
	if d.at < len(d.text) && d.text[d.at] > ' ' {
		return d.text[d.at] // so it is nearly always
	}
	if d.skipSpace(); d.at < len(d.text) {
		return d.text[d.at]
	}
	return 0
}

func (d *decoder) value(depth int) (any, error) {
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
	if depth == 0 {
		return nil, errTooDeep
	}
	d.at++
	fields := make(map[string]any)
	if d.next() == '}' {
		d.at++
		return fields, nil
	}
	for {
		d.skipSpace()
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
	if depth == 0 {
		return nil, errTooDeep
	}
	d.at++
	if d.next() == ']' {
		d.at++
		return []any{}, nil
	}
	items := make([]any, 0, 1)
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

func (d *decoder) number() (any, error) {
	start, whole := d.at, true
	d.skip('-')
	if !d.skip('0') && !d.digits() {
		return nil, d.fail()
	}
	if d.skip('.') {
		whole = false
		if !d.digits() {
			return nil, d.fail()
		}
	}
	if d.skip('e') || d.skip('E') {
		whole = false
		if !d.skip('+') {
			d.skip('-')
		}
		if !d.digits() {
			return nil, d.fail()
		}
	}
	return parseDigits(d.text[start:d.at], whole)
}

// skip steps over a byte if it comes next.
func (d *decoder) skip(b byte) bool {
	if d.at < len(d.text) && d.text[d.at] == b {
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
