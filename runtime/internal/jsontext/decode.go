package jsontext

import (
	"errors"
	"fmt"
	"strings"
)

// Decode returns the value that JSON text represents, in normal form: what
// AppendValue wrote comes back exactly. It accepts what encoding/json does, and
// exists because that can't tell 5.0 from 5 without decoding every value twice.
func Decode(text string) (any, error) {
	d := Decoder{Text: text}
	value, err := d.Value(MaxDepth)
	if err == nil {
		err = d.End()
	}
	if err != nil {
		return nil, err
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

// Null steps over null if it comes next.
func (d *Decoder) Null() bool { return d.next() == 'n' && d.word("null") == nil }

// End returns an error if anything but space is left.
func (d *Decoder) End() error {
	if d.skipSpace(); d.At < len(d.Text) {
		return d.fail()
	}
	return nil
}

func (d *Decoder) object(depth int) (any, error) {
	if depth == 0 {
		return nil, errTooDeep
	}
	fields := make(map[string]any)
	return fields, d.Object(func(name string) (err error) {
		if _, twice := fields[name]; twice && d.Strict {
			return fmt.Errorf("the field %q is there twice", name)
		}
		fields[name], err = d.Value(depth - 1)
		return err
	})
}

func (d *Decoder) list(depth int) (any, error) {
	if depth == 0 {
		return nil, errTooDeep
	}
	items := make([]any, 0, 1)
	err := d.List(func() error {
		item, err := d.Value(depth - 1)
		items = append(items, item)
		return err
	})
	return items, err
}

// Object reads an object, each field's value by what is given.
func (d *Decoder) Object(field func(name string) error) error {
	return d.all('{', '}', func() error {
		name, err := d.name()
		if err != nil {
			return err
		}
		return field(name)
	})
}

// name reads a field's name and the colon behind it.
func (d *Decoder) name() (string, error) {
	d.skipSpace()
	name, err := d.Quoted()
	if err == nil && d.next() != ':' {
		err = d.fail()
	}
	d.At++
	return name, err
}

// List reads a list, each item by what is given.
func (d *Decoder) List(item func() error) error { return d.all('[', ']', item) }

func (d *Decoder) all(opening, closing byte, item func() error) error {
	if d.next() != opening {
		return d.fail()
	}
	d.At++
	if d.next() == closing {
		d.At++
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		switch d.next() {
		case ',':
			d.At++
		case closing:
			d.At++
			return nil
		default:
			return d.fail()
		}
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

// Raw steps over a value of any kind that nests at most that deep and returns its
// text. The decoder may be in front of space.
func (d *Decoder) Raw(depth int) (string, error) {
	d.skipSpace()
	start := d.At
	if err := d.pass(depth); err != nil {
		return "", err
	}
	return d.Text[start:d.At], nil
}

// pass steps over a value.
func (d *Decoder) pass(depth int) (err error) {
	switch c := d.next(); c {
	case '{', '[':
		if depth == 0 {
			return errTooDeep
		}
		if c == '[' {
			return d.List(func() error { return d.pass(depth - 1) })
		}
		return d.Object(func(string) error { return d.pass(depth - 1) })
	case '"':
		_, err = d.Quoted()
	case 't':
		err = d.word("true")
	case 'f':
		err = d.word("false")
	case 'n':
		err = d.word("null")
	default:
		_, err = d.number()
	}
	return err
}
