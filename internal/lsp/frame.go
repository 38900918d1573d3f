package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Limit is how many bytes a message may have.
const Limit = 256 << 20

// headerLimit is how many bytes its header may have.
const headerLimit = 4 << 10

// Codec is how messages are framed. One that is not valid JSON, or no message, is
// told to Invalid and passed over: its length says where the next one begins.
type Codec struct {
	Invalid func(error)
}

// WriteObject writes one message.
func (Codec) WriteObject(w io.Writer, message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	body = signed(body)
	if _, err := fmt.Fprintf(w, "Content-Length: %d\r\n\r\n", len(body)); err != nil {
		return err
	}
	_, err = w.Write(body)
	return err
}

// signed is an answer with the ID that the client gave: jsonrpc2 takes one below 0 for a large one.
func signed(body []byte) []byte {
	const id = `{"id":`
	rest, found := bytes.CutPrefix(body, []byte(id))
	end := bytes.IndexAny(rest, ",}")
	if !found || end < 0 {
		return body
	}
	n, err := strconv.ParseUint(string(rest[:end]), 10, 64)
	if err != nil || n <= math.MaxInt64 {
		return body
	}
	return slices.Concat([]byte(id), strconv.AppendInt(nil, int64(n), 10), rest[end:])
}

// ReadObject reads the next message.
func (c Codec) ReadObject(r *bufio.Reader, message any) error {
	for {
		n, err := header(r)
		if err != nil {
			return err
		}
		var body bytes.Buffer // which grows as bytes come, whatever the header promises
		if _, err := io.CopyN(&body, r, n); err != nil {
			return err
		}
		if err := json.Unmarshal(body.Bytes(), message); err == nil {
			return nil
		} else if c.Invalid != nil {
			c.Invalid(err)
		}
		reflect.ValueOf(message).Elem().SetZero() // what was read of it until the mistake
	}
}

// header reads the fields before a message.
func header(r *bufio.Reader) (length int64, err error) {
	length = -1
	for read := 0; ; {
		line, err := r.ReadSlice('\n')
		if read += len(line); err == nil && read > headerLimit {
			err = bufio.ErrBufferFull
		}
		if err != nil {
			return 0, err
		}
		field := strings.TrimRight(string(line), "\r\n")
		if field == "" {
			break
		}
		name, value, _ := strings.Cut(field, ":")
		if strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.ParseInt(strings.TrimSpace(value), 10, 64); err != nil {
				return 0, err
			}
		}
	}
	switch {
	case length < 0:
		return 0, errors.New("a message without its Content-Length")
	case length > Limit:
		return 0, fmt.Errorf("a message of %d bytes; at most %d are read", length, Limit)
	}
	return length, nil
}
