// Package instruction has the one scanner for placeholders in instruction
// templates. Injection at run time, the generator's compiled instructions and
// the checker all use it, so that what is checked is what is rendered.
//
// Tokens cuts a text into literal text and placeholders. Inject puts the
// values of a state in their place. Render and AppendValue turn one value into
// the text that a prompt shows.
package instruction

import (
	"errors"
	"io/fs"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/textbuf"
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
// *Error. In the dialect TRPC such a placeholder stays as it is, and an artifact is
// looked up in the state, not loaded. In the dialect Eino all that eino would fail at is
// an *Error, and so is what it does beyond inserting a value: formats, parts of values,
// and all values by {}. Values are never scanned for placeholders or comments. Comments to
// stategen are left out, and what they name as text stays, unless the grammar is
// Raw. Inject is safe for concurrent use if the state and the loader are.
func Inject(text string, state runtime.ReadonlyState, o Options) (string, error) {
	s := scanner{text: text}
	s.start(o.Grammar)
	var out []byte
	var err error
	written := 0 // of the template
	for tok := s.mark(); tok.Kind != Text; tok = s.mark() {
		if tok.Kind == Literal || tok.Kind == Group && o.Grammar.Dialect != Eino {
			continue
		}
		if written == 0 {
			out = make([]byte, 0, roomFor(text))
		}
		out = append(out, text[written:tok.Start]...)
		written = tok.End
		switch problem := tok.EinoProblem(); {
		case tok.Kind == Comment:
			continue
		case tok.Kind == Escaped:
			out = append(out, text[tok.Start])
			continue
		case o.Grammar.Dialect == Eino && problem != nil:
			return "", newError(text, Token{Start: tok.Start, NameStart: tok.Start, NameEnd: tok.End}, o.Name, problem)
		}
		if o.Grammar.Dialect == TRPC {
			out, err = insertTRPC(out, tok, text, state)
		} else {
			out, err = insert(out, tok, text, state, o.Artifact)
		}
		if err != nil {
			return "", newError(text, *tok, o.Name, err)
		}
	}
	if written == 0 {
		return text, nil
	}
	return textbuf.String(append(out, text[written:]...)), nil
}

// roomFor is enough for a template's text if most values are hardly longer than
// their placeholders.
func roomFor(template string) int { return len(template) + len(template)/16 + 32 }

// insert appends what replaces a placeholder.
func insert(out []byte, tok *Token, text string, state runtime.ReadonlyState, artifact func(string) (string, error)) ([]byte, error) {
	name := text[tok.NameStart:tok.NameEnd]
	if tok.Kind == Artifact {
		return insertArtifact(out, name, tok.Optional, artifact)
	}
	value, err := state.Get(name)
	if err != nil {
		return out, unlessOptional(tok.Optional, err)
	}
	return AppendValue(out, value)
}

func insertArtifact(out []byte, name string, optional bool, load func(string) (string, error)) ([]byte, error) {
	if load == nil {
		return out, ErrNoArtifacts
	}
	content, err := load(name)
	if err != nil {
		return out, unlessOptional(optional, err)
	}
	return textbuf.Append(out, content), nil
}

func unlessOptional(optional bool, err error) error {
	if optional && isMissing(err) {
		return nil
	}
	return err
}

func isMissing(err error) bool {
	return runtime.IsMissing(err) || errors.Is(err, fs.ErrNotExist)
}
