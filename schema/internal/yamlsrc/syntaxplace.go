package yamlsrc

import (
	"bytes"
	"errors"
	"io"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/yaml"
)

// findSyntaxError returns the character at which the parser could know of the
// mistake. It goes back from where the parser gave up, character by character
// at first and then in larger and larger steps.
func (f *File) findSyntaxError(text []byte, message string) diag.Span {
	end := consumed(text)
	sameWrong := func(end int) bool { return end > 0 && yamlMessageOf(text[:end]) == message }
	for range maxSmallSteps {
		before := previousRune(text, end)
		if !sameWrong(before) {
			return f.Span(previousRune(text, end), end)
		}
		end = before
	}
	right, step := 0, 1 // the longest beginning known to be another case
	for ; step < end; step *= 2 {
		if before := previousRune(text, end-step+1); sameWrong(before) {
			end = before
		} else {
			right = before
			break
		}
	}
	for end-right > 1 {
		if middle := previousRune(text, (right+end)/2+1); middle > right && sameWrong(middle) {
			end = middle
		} else {
			right = max(middle, right+1)
		}
	}
	return f.Span(previousRune(text, end), end)
}

const maxSmallSteps = 64

func previousRune(text []byte, end int) int {
	for end--; end > 0 && text[end]&0xC0 == 0x80; end-- {
	}
	return max(end, 0)
}

func yamlMessageOf(text []byte) string {
	var n yaml.Node
	if err := decode(yaml.NewDecoder(bytes.NewReader(text)), &n); err != nil && !errors.Is(err, io.EOF) {
		return yamlMessage(err)
	}
	return ""
}

// consumed returns how many bytes the parser takes from a reader that gives
// one at a time before it fails.
func consumed(text []byte) int {
	r := &slowReader{text: text}
	decoder := yaml.NewDecoder(r)
	for {
		var n yaml.Node
		if err := decode(decoder, &n); err != nil {
			return r.at
		}
	}
}

type slowReader struct {
	text []byte
	at   int
}

func (r *slowReader) Read(p []byte) (int, error) {
	n := copy(p[:min(1, len(p))], r.text[r.at:])
	r.at += n
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}
