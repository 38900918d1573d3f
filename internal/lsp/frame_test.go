package lsp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/lsp"
)

// message is what an editor sends, as far as this test asks.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
}

// TestRead holds what is read of a stream until its end, or an error: x for a message
// that is passed over.
func TestRead(t *testing.T) {
	framed := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	for _, c := range []struct{ stream, want string }{
		{"", "EOF"},
		{framed(`{"method":"a"}`) + framed(`{"method":"b"}`), "a b EOF"},
		{"content-length:  14 \nX: y\n\n" + `{"method":"a"}`, "a EOF"},
		{framed("{") + framed("\xff") + framed("") + framed("17") + framed(`{"method":"a"}`), "x x x x a EOF"},
		{framed(`{"method":"a","id":`) + framed(`{"method":7}`) + framed(`{"id":1}`), "x x 1 EOF"},
		{framed(`{"id":5,"method":7}`) + framed(`{"method":"a"}`), "x a EOF"},
		{"Content-Length: 20\r\n\r\n{}", "EOF"},
		{"Content-Length: 268435457\r\n\r\n{}", "a message of 268435457 bytes; at most 268435456 are read"},
		{"Content-Length: 268435456\r\n\r\n{}", "EOF"},
		{"Content-Length: 999999999999999999999\r\n\r\n{}", `strconv.ParseInt: parsing "999999999999999999999": value out of range`},
		{"Content-Length: -1\r\n\r\n{}", "a message without its Content-Length"},
		{"Content-Length: 0x2\r\n\r\n{}", `strconv.ParseInt: parsing "0x2": invalid syntax`},
		{"Content-Type: x\r\n\r\n{}", "a message without its Content-Length"},
		{strings.Repeat("x", 8<<10), "bufio: buffer full"},
		{strings.Repeat("X: y\r\n", 682) + framed("{}"), "bufio: buffer full"},
		{strings.Repeat("X: y\r\n", 678) + framed(`{"method":"a"}`), "a EOF"},
	} {
		var got []string
		codec, in := lsp.Codec{Invalid: func(error) { got = append(got, "x") }}, bufio.NewReader(strings.NewReader(c.stream))
		for {
			var m message
			if err := codec.ReadObject(in, &m); err != nil {
				got = append(got, err.Error())
				break
			}
			got = append(got, string(m.ID)+m.Method)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%.60q: %q, want %q", c.stream, got, c.want)
		}
	}
	var m message
	if err := (lsp.Codec{}).ReadObject(bufio.NewReader(strings.NewReader(framed("{")+framed(`{"id":1}`))), &m); err != nil || string(m.ID) != "1" {
		t.Errorf("with nobody to tell: %v, %s", err, m.ID)
	}
}

// TestWrite holds how a message is written: an ID that jsonrpc2 takes for a large number
// as the one below 0 that the client gave.
func TestWrite(t *testing.T) {
	for _, c := range []struct {
		message any
		want    string
	}{
		{message{Method: "é"}, "Content-Length: 15\r\n\r\n{\"method\":\"é\"}"},
		{message{ID: json.RawMessage("18446744073709551615")}, "Content-Length: 9\r\n\r\n{\"id\":-1}"},
		{message{ID: json.RawMessage("9223372036854775808"), Method: "a"}, "Content-Length: 40\r\n\r\n{\"id\":-9223372036854775808,\"method\":\"a\"}"},
		{message{ID: json.RawMessage("9223372036854775807")}, "Content-Length: 26\r\n\r\n{\"id\":9223372036854775807}"},
		{message{ID: json.RawMessage(`"18446744073709551615"`)}, "Content-Length: 29\r\n\r\n{\"id\":\"18446744073709551615\"}"},
		{map[string]any{"a": 1}, "Content-Length: 7\r\n\r\n{\"a\":1}"},
	} {
		var out bytes.Buffer
		if err := (lsp.Codec{}).WriteObject(&out, c.message); err != nil || out.String() != c.want {
			t.Errorf("%+v is written as %q, %v", c.message, out.String(), err)
		}
	}
	in, out := io.Pipe()
	_ = in.Close()
	if err := (lsp.Codec{}).WriteObject(out, message{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("to a closed pipe: %v", err)
	}
	if err := (lsp.Codec{}).WriteObject(io.Discard, func() {}); err == nil {
		t.Error("a function is written")
	}
}
