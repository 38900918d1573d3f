package infer

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint"
)

// observation is one thing that is known about a key. Types are what the value is taken for, as far as a schema can
// say it, and decoded those of what is in it, which is JSON text.
type observation struct {
	statelint.Evidence
	place          string // file:line, or what the data is called
	types, decoded []typ
}

// hole stands for a part of a key that is known only at run time.
const hole = source.UnknownPart

// stored is the kind of what was found in data: nobody knows what a program does with it.
const stored = source.Mention

// isWrite reports whether the program gives the key a value.
func (o observation) isWrite() bool {
	return (o.Kind == source.Set || o.Kind == source.Output) && !o.About && !o.Test
}

// fromCode turns what Go source says into observations.
func fromCode(found statelint.Found, names typeNamer) (all []observation) {
	for _, e := range found.Evidence {
		o := observation{Evidence: e, place: place(found.Sources, e.Span)}
		o.Key, o.Builder = tidyHoles(e.Key), tidyHoles(e.Builder)
		for _, t := range e.Types {
			o.types = append(o.types, names.typ(t, o.Kind == source.Set))
		}
		for _, t := range e.Decoded {
			o.decoded = append(o.decoded, names.typ(t, true))
		}
		all = append(all, o)
	}
	return all
}

// fromFiles turns what other files than Go say into observations.
func fromFiles(found statelint.Found) (all []observation) {
	types := map[source.Type]typ{
		source.String: {base: text}, source.Bool: {base: boolean}, source.Int: {base: integer}, source.Float: {base: real},
		source.List: {base: list, elem: &typ{}}, source.Object: {base: mapping, elem: &typ{}},
	}
	for _, u := range found.Files.Uses {
		isAnswer := u.Kind == source.Output && u.Type == source.String // a schema makes something else of it
		switch {
		case u.Writes() && !isAnswer:
			u.Kind = source.Set
		case !u.Reads() && !u.Writes() && u.Kind != source.Clear:
			continue
		}
		u.Key = tidyHoles(u.Key)
		o := observation{place: place(found.Sources, u.Span)}
		o.Use, o.Evidence.Presence, o.Evidence.Fallback = u, u.Presence(), u.Fallback
		if t, known := types[u.Type]; known {
			o.types = []typ{t}
		}
		all = append(all, o)
	}
	return all
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
