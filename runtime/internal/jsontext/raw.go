package jsontext

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
func (d *Decoder) pass(depth int) error {
	switch c := d.next(); c {
	case '{', '[':
		if depth == 0 {
			return errTooDeep
		}
		d.At++
		return d.passItems(c, depth-1)
	case '"':
		_, err := d.Quoted()
		return err
	case 't':
		return d.word("true")
	case 'f':
		return d.word("false")
	case 'n':
		return d.word("null")
	default:
		_, err := d.number()
		return err
	}
}

// passItems steps over what comes after the byte that opens an object or a list.
func (d *Decoder) passItems(opening byte, depth int) error {
	closing := opening + 2 // as ASCII has it, for both
	if d.next() == closing {
		d.At++
		return nil
	}
	for {
		if opening == '{' {
			if err := d.passName(); err != nil {
				return err
			}
		}
		if err := d.pass(depth); err != nil {
			return err
		}
		if more, err := d.more(closing); !more {
			return err
		}
	}
}

// passName steps over a field's name and the colon behind it.
func (d *Decoder) passName() error {
	d.skipSpace()
	if _, err := d.Quoted(); err != nil {
		return err
	}
	if d.next() != ':' {
		return d.fail()
	}
	d.At++
	return nil
}
