package infer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema/format"
	"github.com/seed92179c4c/stategen/schema/load"
)

// ErrNoKeys says that there is nothing to declare.
var ErrNoKeys = errors.New("no state keys were found")

// Schema writes the draft as a schema of its own, in the layout of
// format.Source. It loads without errors, and Go code can be generated from
// it: keys whose Go names would collide get a go_name, and what no schema can
// declare is in LeftOut.
func (d *Draft) Schema() ([]byte, error) {
	return d.settle("stategen.yaml", func() ([]byte, error) {
		if len(d.keys) == 0 {
			return nil, ErrNoKeys
		}
		return d.text(), nil
	}, nil)
}

// errLayout says that keys could not be written down.
var errLayout = errors.New("the draft is not valid YAML")

const maxRounds = 100 // each mends at least one key

// settle writes a text until it loads and generates. Read gives the files
// that the schema includes.
func (d *Draft) settle(name string, write func() ([]byte, error), read load.ReadFile) ([]byte, error) {
	for range maxRounds {
		text, err := write()
		if err != nil {
			return nil, err
		}
		formatted, found := format.Source(name, text)
		if found.HasErrors() {
			return nil, fmt.Errorf("%w: %s", errLayout, found[0].Message)
		}
		r := load.Schema(name, func(path string) ([]byte, error) {
			if path == name || read == nil {
				return formatted, nil
			}
			return read(path)
		})
		problems := r.Diagnostics
		if r.Schema != nil {
			_, problems = generator.Generate(r.Schema, generator.Options{Package: "draft", Source: name})
		}
		problems = slices.DeleteFunc(problems, func(p diag.Diagnostic) bool { return p.Severity != diag.Error })
		switch {
		case len(problems) == 0:
			return formatted, nil
		case !d.mend(formatted, problems, r.Schema != nil):
			return nil, fmt.Errorf("%s:%d: %s", name, line(formatted, problems[0].Span.Start), problems[0].Message)
		}
	}
	return nil, errors.New("the names of the keys can't be made to differ in Go")
}

func line(text []byte, offset int) int {
	return diag.NewSource("", text).Position(min(offset, len(text))).Line
}

// keyAt finds the key whose declaration holds an offset: the last one that
// begins on its line or before. It is empty for what stands elsewhere.
func keyAt(text []byte, offset int) (key string) {
	last := line(text, offset)
	for top, value := range fields(root(text)) {
		if top.Line > last {
			return key
		}
		key = ""
		for name := range fields(value) {
			if top.Value == "keys" && name.Line <= last {
				key = name.Value
			}
		}
	}
	return key
}

// mend gives each key that a problem is about another Go name, if that may be the reason, or leaves it out. It
// reports whether it could do anything.
func (d *Draft) mend(text []byte, problems diag.List, ofNames bool) bool {
	mended := map[string]bool{}
	for _, p := range problems {
		key := keyAt(text, p.Span.Start)
		i := slices.IndexFunc(d.keys, func(k *Key) bool { return k.wireName() == key })
		if i < 0 || mended[key] {
			continue
		}
		mended[key] = true
		if ofNames && d.keys[i].rename() {
			continue
		}
		d.LeftOut = append(d.LeftOut, key+": "+p.Message)
		d.keys = slices.Delete(d.keys, i, i+1)
	}
	return len(mended) > 0
}

// rename gives a key a Go name that says its scope, too; false if it has that already.
func (k *Key) rename() bool {
	before := k.goName
	words := strings.FieldsFunc(k.wire, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range words {
		first, size := utf8.DecodeRuneInString(word)
		words[i] = string(unicode.ToUpper(first)) + word[size:]
	}
	name := strings.Join(words, "")
	if first, _ := utf8.DecodeRuneInString(name); !unicode.IsUpper(first) {
		name = "X" + name // an exported name begins with a capital letter
	}
	if k.goName = name + "Key"; k.scope == runtime.ScopeSession {
		k.goName = "Session" + name
	}
	return k.goName != before
}
