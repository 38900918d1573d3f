package infer

import (
	"fmt"
	"go/constant"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint"
)

// kind says how a key was met.
type kind uint8

const (
	written kind = iota
	cleared
	output // an agent's answer is saved under it
	readAt
	inText // an instruction reads it
	stored // it was found in data
)

// observation is one thing that is known about a key.
type observation struct {
	key      string // with hole for each part that is known only at run time
	kind     kind
	place    string // file:line
	about    bool   // only about a value that another observation tells the use of
	test     bool
	types    []typ
	decoded  []typ // of what the value is the JSON text of
	empty    bool  // "" is written
	presence source.Presence
	fallback constant.Value
	holes    []string // what fills the parts that are not known
	builder  string   // the form of the key where it was put together
	passed   bool     // other observations may say what fills the unknown part
}

// hole stands for a part of a key that is known only at run time.
const hole = "\uFFFC"

// fromCode turns what Go source says into observations.
func fromCode(found statelint.Found, names typeNamer) []observation {
	var list []observation
	for _, e := range found.Evidence {
		o := observation{
			key: tidyHoles(e.Key), kind: kindOf(e.Use), place: place(found.Sources, e.Span), about: e.About, test: e.Test,
			presence: e.Presence, fallback: e.Fallback, holes: e.Holes, builder: tidyHoles(e.Builder), passed: e.Passed,
		}
		o.empty = e.Constant != nil && e.Constant.Kind() == constant.String && constant.StringVal(e.Constant) == ""
		for _, t := range e.Types {
			o.types = append(o.types, names.typ(t, o.kind == written))
		}
		for _, t := range e.Decoded {
			o.decoded = append(o.decoded, names.typ(t, true))
		}
		list = append(list, o)
	}
	return list
}

// fromFiles turns what other files than Go say into observations.
func fromFiles(found statelint.Found) []observation {
	types := map[source.Type]typ{
		source.String: {base: text}, source.Bool: {base: boolean}, source.Int: {base: integer}, source.Float: {base: real},
		source.List: {base: list, elem: &typ{}}, source.Object: {base: mapping, elem: &typ{}},
	}
	var all []observation
	for _, u := range found.Files.Uses {
		o := observation{
			key: tidyHoles(u.Key), kind: kindOf(u), place: place(found.Sources, u.Span), test: u.Test,
			presence: u.Presence(), fallback: u.Fallback,
		}
		if o.kind == output && u.Type != source.String {
			o.kind = written // a schema makes something else of the answer
		}
		if t, known := types[u.Type]; known {
			o.types = []typ{t}
		}
		all = append(all, o)
	}
	return all
}

func kindOf(u source.Use) kind {
	return map[source.UseKind]kind{
		source.Get: readAt, source.Set: written, source.Clear: cleared, source.Output: output, source.Placeholder: inText,
	}[u.Kind]
}

// tidyHoles makes one unknown part of several that follow each other.
func tidyHoles(key string) string {
	for strings.Contains(key, hole+hole) {
		key = strings.ReplaceAll(key, hole+hole, hole)
	}
	return key
}

func place(sources diag.Sources, at diag.Span) string {
	src := sources[at.File]
	if src == nil {
		return at.File
	}
	return fmt.Sprintf("%s:%d", at.File, src.Position(at.Start).Line)
}
