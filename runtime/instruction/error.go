package instruction

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrNoArtifacts is the cause of an Error when a template names an artifact
// and nothing loads artifacts.
var ErrNoArtifacts = errors.New("no artifact loader is given")

// Error says which placeholder of an instruction could not be replaced, and
// where it is. Its cause can be found with errors.Is, so that a missing key
// is a runtime.ErrMissing.
type Error struct {
	Instruction  string // may be empty
	Key          string // or the artifact's name
	Artifact     bool
	Line, Column int // of the placeholder, from 1; the column in code points
	Err          error
}

func newError(text string, tok Token, name string, err error) *Error {
	line, column := position(text, tok.Start)
	return &Error{
		Instruction: name,
		Key:         tok.Name(text),
		Artifact:    tok.Kind == Artifact,
		Line:        line,
		Column:      column,
		Err:         err,
	}
}

// Error names the instruction, the position, the key and the cause. It never
// holds the key's value.
func (e *Error) Error() string {
	name := e.Instruction
	if name == "" {
		name = "instruction"
	}
	return name + ":" + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column) + ": " + e.problem()
}

func (e *Error) problem() string {
	what := "state key "
	if e.Artifact {
		what = "artifact "
	}
	if strings.ContainsAny(e.Key, "{}") {
		what = "" // it names no key
	}
	what += strconv.Quote(e.Key)
	if isMissing(e.Err) {
		return what + " is not set"
	}
	return "cannot insert " + what + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func position(text string, offset int) (line, column int) {
	before := text[:offset]
	lineStart := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[lineStart:]) + 1
}
