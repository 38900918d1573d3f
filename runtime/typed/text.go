package typed

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Text renders an instruction whose template was cut into pieces when the
// code was generated. The first error ends it.
type Text struct {
	name  string
	state runtime.ReadonlyState
	out   strings.Builder
	err   error
}

// NewText begins the text of an instruction.
func NewText(name string, state runtime.ReadonlyState) *Text {
	return &Text{name: name, state: state}
}

// Add appends text of the template.
func (t *Text) Add(text string) { t.out.WriteString(text) }

// Insert appends the value of a key, which as must accept. Line and column say
// where the placeholder stands in the template. A missing key is an error.
func Insert[T any](t *Text, line, column int, key string, as func(any) (T, error)) {
	insert(t, line, column, key, as, nil)
}

// InsertOr is Insert with a text for a key that isn't set.
func InsertOr[T any](t *Text, line, column int, key string, as func(any) (T, error), fallback string) {
	insert(t, line, column, key, as, &fallback)
}

func insert[T any](t *Text, line, column int, key string, as func(any) (T, error), fallback *string) {
	if t.err != nil {
		return
	}
	v, err := t.state.Get(key)
	if fallback != nil && (v == nil && err == nil || runtime.IsMissing(err)) {
		t.Add(*fallback)
		return
	}
	if err == nil && v != nil {
		_, err = as(v)
	}
	if err == nil {
		err = instruction.WriteValue(&t.out, v)
	}
	if err != nil {
		t.err = &instruction.Error{Instruction: t.name, Key: key, Line: line, Column: column, Err: err}
	}
}

// AsAny accepts every value: a key that the schema doesn't declare.
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
	return t.out.String(), nil
}
