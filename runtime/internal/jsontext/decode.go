package jsontext

import (
	"errors"
	"strings"
)

// Decode returns the value that JSON text represents, in normal form: what
// AppendValue wrote comes back exactly. It accepts what encoding/json does, and
// exists because that can't tell 5.0 from 5 without decoding every value twice.
func Decode(text []byte) (any, error) {
	d := Decoder{Text: string(text)}
	value, err := d.Value(MaxDepth)
	if err != nil {
		return nil, err
	}
	if d.skipSpace(); d.At < len(text) {
		return nil, d.fail()
	}
	return value, nil
}

// MaxDepth is the nesting depth at which encoding/json gives up too.
const MaxDepth = 10000

var errTooDeep = errors.New("the JSON text nests too deep")

// Value reads a value of any kind that nests at most that deep. The decoder may be
// in front of space.
func (d *Decoder) Value(depth int) (any, error) {
	switch c := d.next(); c {
	case '{':
		return d.object(depth)
	case '[':
		return d.list(depth)
	case '"':
		return d.Quoted()
	case 't':
		return true, d.word("true")
	case 'f':
		return false, d.word("false")
	case 'n':
		return nil, d.word("null")
	default:
		return d.Number()
	}
}

func (d *Decoder) word(word string) error {
	if !strings.HasPrefix(d.Text[d.At:], word) {
		return d.fail()
	}
	d.At += len(word)
	return nil
}

func (d *Decoder) object(depth int) (any, error) {
	if depth == 0 {
		return nil, errTooDeep
	}
	d.At++
	fields := make(map[string]any)
	if d.next() == '}' {
		d.At++
		return fields, nil
	}
	for {
		d.skipSpace()
		name, err := d.Quoted()
		if err != nil {
			return nil, err
		}
		if d.next() != ':' {
			return nil, d.fail()
		}
		d.At++
		if fields[name], err = d.Value(depth - 1); err != nil {
			return nil, err
		}
		if more, err := d.more('}'); !more {
			return fields, err
		}
	}
}

func (d *Decoder) list(depth int) (any, error) {
	if depth == 0 {
		return nil, errTooDeep
	}
	d.At++
	if d.next() == ']' {
		d.At++
		return []any{}, nil
	}
	items := make([]any, 0, 1)
	for {
		item, err := d.Value(depth - 1)
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
func (d *Decoder) more(closing byte) (bool, error) {
	switch c := d.next(); c {
	case ',':
		d.At++
		return true, nil
	case closing:
		d.At++
		return false, nil
	default:
		return false, d.fail()
	}
}

// Number reads a number.
func (d *Decoder) Number() (any, error) {
	start := d.At
	whole, err := d.number()
	if err != nil {
		return nil, err
	}
	return parseNumber(d.Text[start:d.At], whole)
}

// number steps over a number, and says whether it has neither a fraction nor an
// exponent.
func (d *Decoder) number() (whole bool, err error) {
	whole = true
	d.Skip('-')
	if !d.Skip('0') && !d.digits() {
		return false, d.fail()
	}
	if d.Skip('.') {
		whole = false
		if !d.digits() {
			return false, d.fail()
		}
	}
	if d.Skip('e') || d.Skip('E') {
		whole = false
		if !d.Skip('+') {
			d.Skip('-')
		}
		if !d.digits() {
			return false, d.fail()
		}
	}
	return whole, nil
}

func (d *Decoder) digits() bool {
	start := d.At
	for d.At < len(d.Text) && '0' <= d.Text[d.At] && d.Text[d.At] <= '9' {
		d.At++
	}
	return d.At > start
}
