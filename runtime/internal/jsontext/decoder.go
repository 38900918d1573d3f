// Package jsontext reads and writes JSON text of values in normal form (see
// runtime/value): faster than encoding/json, and keeping 5.0 and 5 apart. It knows
// no keys and no events; whoever has a layout of fields builds it on Decoder and
// Writer.
package jsontext

import "fmt"

// Decoder reads JSON text. The strings that it returns are slices of that text
// where possible.
type Decoder struct {
	Text string
	At   int // the offset of the next byte
	// Strict refuses what two readers would take for different things: a field that is there
	// twice, and text that isn't UTF-8.
	Strict bool
}

func (d *Decoder) fail() error {
	return fmt.Errorf("the JSON text is wrong at byte %d", d.At)
}

func (d *Decoder) skipSpace() {
	for d.At < len(d.Text) {
		switch d.Text[d.At] {
		case ' ', '\t', '\n', '\r':
			d.At++
		default:
			return
		}
	}
}

// next skips space and returns the byte there, 0 at the end.
func (d *Decoder) next() byte {
	if d.At < len(d.Text) && d.Text[d.At] > ' ' {
		return d.Text[d.At] // so it is nearly always
	}
	if d.skipSpace(); d.At < len(d.Text) {
		return d.Text[d.At]
	}
	return 0
}

// Skip steps over a byte if it comes next.
func (d *Decoder) Skip(b byte) bool {
	if d.At < len(d.Text) && d.Text[d.At] == b {
		d.At++
		return true
	}
	return false
}
