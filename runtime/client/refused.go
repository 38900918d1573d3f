package client

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// RefusedError says all that is wrong with what a client sent. Nothing of it was stored.
type RefusedError struct {
	Keys []Refusal `json:"errors"` // sorted by key
}

// Refusal is what is wrong with one key.
type Refusal struct {
	Key     string `json:"key"` // as the client wrote it; empty: it is about all that was sent
	Problem string `json:"problem"`
}

// The problems that are not about a value.
const (
	notWritable = "clients may not set it; if they are to, write client: write at its key in the schema"
	notUnset    = "it can't be unset: it is required"
	onlyInRun   = "a temp: key belongs to one run: send it with the run"
	onlyMerged  = "others' changes are merged with it, so it can't be replaced: send what is to be merged to ApplyClient"
)

// Error names the first keys with what is wrong with each.
func (e *RefusedError) Error() string {
	const most = 10
	var b strings.Builder
	b.WriteString("refused what a client sent: ")
	for i, k := range e.Keys[:min(len(e.Keys), most)] {
		if i > 0 {
			b.WriteString("; ")
		}
		if k.Key != "" {
			fmt.Fprintf(&b, "%q: ", shortened(k.Key))
		}
		b.WriteString(k.Problem)
	}
	if more := len(e.Keys) - most; more > 0 {
		fmt.Fprintf(&b, "; and %d more", more)
	}
	return b.String()
}

// add notes what is wrong with a key.
func (e *RefusedError) add(key, problem string) { e.Keys = append(e.Keys, Refusal{key, problem}) }

// addError is add of an error about a key's value.
func (e *RefusedError) addError(key string, err error) {
	e.add(key, shortened(strings.ReplaceAll(err.Error(), "\n", "; ")))
}

// orNil returns the error if there is anything in it.
func (e *RefusedError) orNil() error {
	if len(e.Keys) == 0 {
		return nil
	}
	slices.SortFunc(e.Keys, func(a, b Refusal) int { return cmp.Compare(a.Key, b.Key) })
	return e
}

// refusal makes one of an error of the runtime about a value, such as one that is too long.
func refusal(err error) error {
	var bad *runtime.ValueError
	if !errors.As(err, &bad) || bad.Key == "" {
		return err
	}
	return &RefusedError{Keys: []Refusal{{bad.Key, bad.Problem}}}
}

// shortened keeps a text that a client made from filling a log.
func shortened(text string) string {
	const longest = 300
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}
