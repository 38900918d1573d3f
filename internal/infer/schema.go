package infer

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/diag"
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
		problems := d.problems(name, formatted, read)
		if len(problems) == 0 {
			return formatted, nil
		}
		if !d.mend(problems) {
			return nil, fmt.Errorf("%s:%d: %s", name, line(formatted, problems[0].at), problems[0].message)
		}
	}
	return nil, errors.New("the names of the keys can't be made to differ in Go")
}

func line(text []byte, offset int) int {
	return diag.NewSource("", text).Position(min(offset, len(text))).Line
}

// problem is why a key can't stand as it is.
type problem struct {
	key     string // as the schema writes it
	name    bool   // its Go name is the reason
	message string
	at      int
}

// problems loads a schema and generates from it.
func (d *Draft) problems(name string, text []byte, read load.ReadFile) []problem {
	r := load.Schema(name, func(path string) ([]byte, error) {
		if path == name || read == nil {
			return text, nil
		}
		return read(path)
	})
	if r.Schema == nil {
		return d.about(text, r.Diagnostics, false)
	}
	_, found := generator.Generate(r.Schema, generator.Options{Package: "draft", Source: name})
	return d.about(text, found, true)
}

// about finds the keys that errors are about.
func (d *Draft) about(text []byte, found diag.List, name bool) []problem {
	var list []problem
	for _, f := range found {
		if f.Severity == diag.Error {
			list = append(list, problem{keyAt(text, f.Span.Start), name, f.Message, f.Span.Start})
		}
	}
	return list
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

// mend gives each key that a problem is about a Go name, or leaves it out. It
// reports whether it could do anything.
func (d *Draft) mend(list []problem) bool {
	mended := map[string]bool{}
	for _, p := range list {
		i := slices.IndexFunc(d.keys, func(k *Key) bool { return k.wireName() == p.key })
		if i < 0 || mended[p.key] {
			continue
		}
		mended[p.key] = true
		if p.name && d.keys[i].rename() {
			continue
		}
		d.LeftOut = append(d.LeftOut, p.key+": "+p.message)
		d.keys = slices.Delete(d.keys, i, i+1)
	}
	return len(mended) > 0
}
