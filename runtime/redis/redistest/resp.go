//go:build unix

package redistest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"
)

// Error is an answer that says that a command failed.
type Error string

func (e Error) Error() string { return string(e) }

// do sends commands to a server, on one connection of their own, and returns the answers:
// each a string, an int64, a []any, nil or an Error.
func do(addr string, commands ...[]string) ([]any, error) {
	conn, err := net.DialTimeout("tcp", addr, patience)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return nil, err
	}
	for _, args := range commands {
		if _, err := conn.Write(request(args)); err != nil {
			return nil, err
		}
	}
	return answers(bufio.NewReader(conn), int64(len(commands)))
}

func request(args []string) []byte {
	text := fmt.Appendf(nil, "*%d\r\n", len(args))
	for _, arg := range args {
		text = fmt.Appendf(text, "$%d\r\n%s\r\n", len(arg), arg)
	}
	return text
}

func answer(r *bufio.Reader) (any, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		return nil, err
	}
	kind, line := line[0], strings.TrimRight(line[1:], "\r\n")
	switch kind {
	case '+':
		return line, nil
	case '-':
		return nil, Error(line)
	}
	n, err := strconv.ParseInt(line, 10, 64)
	if err != nil || kind == ':' {
		return n, err
	}
	switch {
	case n < 0:
		return nil, nil
	case kind == '$':
		text := make([]byte, n+2) // with the end of the line
		_, err := io.ReadFull(r, text)
		return string(text[:n]), err
	case kind == '*':
		return answers(r, n)
	}
	return nil, errors.New("not an answer of Redis")
}

func answers(r *bufio.Reader, n int64) ([]any, error) {
	list := make([]any, n)
	for i := range list {
		var failed Error
		value, err := answer(r)
		if errors.As(err, &failed) {
			value, err = failed, nil // the answer to one of several commands
		}
		if err != nil {
			return nil, err
		}
		list[i] = value
	}
	return list, nil
}
