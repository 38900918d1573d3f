package transfer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxLine is how long a line may be: an event's host data alone may have 64 MiB, and
// more as text.
const maxLine = 512 << 20

// reader reads lines and holds them to their order.
type reader struct {
	from   *bufio.Reader
	number int
	inside bool // a session
	of     int  // events of the session
	total  counts
}

func newReader(r io.Reader) *reader { return &reader{from: bufio.NewReaderSize(r, 1<<16)} }

// next returns the next line but the first, which it checks.
func (r *reader) next() (numbered, error) {
	if r.number == 0 {
		if err := r.header(); err != nil {
			return numbered{}, err
		}
	}
	n, err := r.decoded()
	if err == nil {
		err = r.order(n.line)
	}
	if err != nil {
		return n, &ImportError{r.number, err}
	}
	return n, nil
}

func (r *reader) header() error {
	n, err := r.decoded()
	switch {
	case err != nil || n.Format != "export":
		err = errors.New(`the file isn't an export of stategen: its first line must be {"stategen":"export","version":1}`)
	case n.Version < 1 || n.Version > Version:
		err = fmt.Errorf("the file has version %d of the format, this program knows versions up to %d: a newer program wrote it", n.Version, Version)
	default:
		return nil
	}
	return &ImportError{1, err}
}

// order returns an error if a line doesn't follow the one before.
func (r *reader) order(l line) error {
	switch {
	case l.Format != "":
		return errors.New("another export begins; import one after the other")
	case l.Done != nil && !r.inside:
		if *l.Done != r.total {
			return fmt.Errorf("the file should have %d sessions and %d events up to here, and has %d and %d",
				l.Done.Sessions, l.Done.Events, r.total.Sessions, r.total.Events)
		}
	case l.Session != nil && !r.inside:
		r.inside, r.of = true, 0
		r.total.Sessions++
	case l.Event != nil && r.inside:
		r.of++
		r.total.Events++
	case l.End != nil && r.inside:
		if r.inside = false; *l.End != r.of {
			return fmt.Errorf("the session should have %d events, and has %d", *l.End, r.of)
		}
	case r.inside:
		return errors.New(`an event or the session's end is expected: {"event":…} or {"end":…}`)
	default:
		return errors.New(`a session or the file's end is expected: {"session":…} or {"done":…}`)
	}
	return nil
}

// atEnd returns an error if anything follows the last line.
func (r *reader) atEnd() error {
	if _, err := r.from.ReadByte(); !errors.Is(err, io.EOF) {
		return &ImportError{r.number + 1, errors.New("the export has ended; import one after the other")}
	}
	return nil
}

// decoded reads a line. That of an event, as most are, needs no decoding here.
func (r *reader) decoded() (n numbered, err error) {
	r.number++
	n.number = r.number
	text, err := r.text()
	if err != nil {
		return n, err
	}
	n.size = len(text)
	if inner, ok := bytes.CutPrefix(text, []byte(eventPrefix)); ok && len(inner) > 1 {
		n.Event = inner[:len(inner)-1]
		if inner[len(inner)-1] != '}' {
			err = errNoJSON
		}
		return n, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(&n.line) != nil || d.InputOffset() != int64(len(text)) {
		return n, errNoJSON
	}
	return n, nil
}

var errNoJSON = errors.New("the line is not JSON of this format")

// text returns a line without its end.
func (r *reader) text() ([]byte, error) {
	var whole []byte
	for {
		part, err := r.from.ReadSlice('\n')
		whole = append(whole, part...)
		switch {
		case err == nil:
			return bytes.TrimRight(whole, "\r\n"), nil
		case errors.Is(err, io.EOF) && json.Valid(whole):
			return whole, nil
		case errors.Is(err, io.EOF):
			return nil, errors.New(`the file ends here, without its last line {"done":…}: it was cut off`)
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(whole) > maxLine:
			return nil, fmt.Errorf("the line is longer than %d bytes", maxLine)
		}
	}
}
