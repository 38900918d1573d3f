package instruction

import (
	"errors"
	"io/fs"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/runtime"
)

// Options says how a template is read. The zero Options reads no placeholders.
type Options struct {
	Grammar Grammar
	// Name is the instruction's name in errors; it may be empty.
	Name string
	// Artifact returns the text of an artifact. An error for which
	// runtime.IsMissing or errors.Is(err, fs.ErrNotExist) is true means that
	// there is none. Without a loader every artifact placeholder is an error.
	Artifact func(name string) (string, error)
}

// Inject returns text with each placeholder replaced by the value it names, as
// Render shows it. A value that is nil becomes empty text, and so does one that
// is missing when the placeholder is optional; otherwise a missing value is an
// *Error. Values are never scanned for placeholders. Inject is safe for
// concurrent use if the state and the loader are.
func Inject(text string, state runtime.ReadonlyState, o Options) (string, error) {
	s := newScanner(text, o.Grammar)
	tok, ok := s.next()
	if !ok || tok.Kind == Text && tok.End == len(text) {
		return text, nil
	}
	buf := buffers.Get().(*[]byte)
	defer release(buf)
	out := slices.Grow((*buf)[:0], len(text)+len(text)/2)
	var err error
	for ; ok; tok, ok = s.next() {
		if out, err = appendToken(out, tok, text, state, o); err != nil {
			return "", newError(text, tok, o.Name, err)
		}
	}
	*buf = out
	return string(out), nil
}

func appendToken(dst []byte, tok Token, text string, state runtime.ReadonlyState, o Options) ([]byte, error) {
	switch tok.Kind {
	case Key:
		value, err := state.Get(tok.Name(text))
		if err != nil {
			return dst, unlessOptional(tok, err)
		}
		return AppendValue(dst, value)
	case Artifact:
		if o.Artifact == nil {
			return dst, ErrNoArtifacts
		}
		content, err := o.Artifact(tok.Name(text))
		if err != nil {
			return dst, unlessOptional(tok, err)
		}
		return append(dst, content...), nil
	default:
		return append(dst, tok.Text(text)...), nil
	}
}

func unlessOptional(tok Token, err error) error {
	if tok.Optional && isMissing(err) {
		return nil
	}
	return err
}

func isMissing(err error) bool {
	return runtime.IsMissing(err) || errors.Is(err, fs.ErrNotExist)
}

// buffers are shared between calls, so that values of any length cost one
// allocation, the text that is returned.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxPooled keeps one huge prompt from holding its memory for ever.
const maxPooled = 1 << 20

func release(buf *[]byte) {
	if cap(*buf) <= maxPooled {
		buffers.Put(buf)
	}
}
