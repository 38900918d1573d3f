package typed

import (
	"errors"
	"io/fs"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/runtime/internal/textbuf"
)

// Text renders an instruction whose template was cut into pieces when the
// code was generated. The first error ends it.
type Text struct {
	name  string
	state runtime.ReadonlyState
	buf   []byte
	err   error
}

// NewText begins the text of an instruction. Size is about how many bytes it
// will have: a text that is no longer costs one allocation.
func NewText(name string, state runtime.ReadonlyState, size int) *Text {
	return &Text{name: name, state: state, buf: make([]byte, 0, size)}
}

// Add appends text of the template.
func (t *Text) Add(text string) { t.buf = append(t.buf, text...) }

// Insert appends the value of a key, which as must accept. Line and column say
// where the placeholder is in the template. A missing key is an error.
func Insert[T any](t *Text, line, column int, key string, as func(any) (T, error)) {
	t.buf, t.err = insert(t, line, column, key, as, nil)
}

// InsertOr is Insert with a text for a key that isn't set.
func InsertOr[T any](t *Text, line, column int, key string, as func(any) (T, error), fallback string) {
	t.buf, t.err = insert(t, line, column, key, as, &fallback)
}

// InsertOrKeep is Insert for a placeholder that stays as it is when its key is
// missing, as on tRPC-Agent-Go. Only a value that is nil is empty text.
func InsertOrKeep[T any](t *Text, line, column int, key string, as func(any) (T, error), placeholder string) {
	if t.err == nil {
		if _, err := t.state.Get(key); runtime.IsMissing(err) {
			t.Add(placeholder)
			return
		}
	}
	Insert(t, line, column, key, as)
}

// insert returns the text and the error that t has from now on. Insert and
// InsertOr are inlined, so that t stays on the stack.
func insert[T any](t *Text, line, column int, key string, as func(any) (T, error), fallback *string) ([]byte, error) {
	if t.err != nil {
		return t.buf, t.err
	}
	v, err := t.state.Get(key)
	if fallback != nil && isAbsent(v, err) {
		return textbuf.Append(t.buf, *fallback), nil
	}
	if err == nil && v != nil {
		_, err = as(v)
	}
	if err != nil {
		return t.buf, t.problem(line, column, key, err)
	}
	buf, err := instruction.AppendValue(t.buf, v)
	if err != nil {
		return buf, t.problem(line, column, key, err)
	}
	return buf, nil
}

func (t *Text) problem(line, column int, key string, err error) error {
	return &instruction.Error{Instruction: t.name, Key: key, Line: line, Column: column, Err: err}
}

func isAbsent(v any, err error) bool {
	if err == nil {
		return v == nil
	}
	return runtime.IsMissing(err)
}

// AsAny is the decoder of a key that the schema doesn't declare: it takes every
// value as it is.
func AsAny(v any) (any, error) { return v, nil }

// Artifact appends the text of an artifact, which load returns. One that is
// missing is an error unless the placeholder is optional.
func (t *Text) Artifact(line, column int, name string, optional bool, load func(name string) (string, error)) {
	if t.err != nil {
		return
	}
	text, err := loadArtifact(name, load)
	missing := runtime.IsMissing(err) || errors.Is(err, fs.ErrNotExist)
	switch {
	case err == nil:
		t.Add(text)
	case !optional || !missing:
		t.err = &instruction.Error{Instruction: t.name, Key: name, Artifact: true, Line: line, Column: column, Err: err}
	}
}

func loadArtifact(name string, load func(name string) (string, error)) (string, error) {
	if load == nil {
		return "", instruction.ErrNoArtifacts
	}
	return load(name)
}

// String returns the text, or the first error.
func (t *Text) String() (string, error) {
	if t.err != nil {
		return "", t.err
	}
	return textbuf.String(t.buf), nil
}
