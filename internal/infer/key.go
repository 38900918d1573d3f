package infer

import (
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
)

// Key is one key of the drafted schema, with what was found out about it.
type Key struct {
	wire     string // with hole for each parameter of a family
	scope    runtime.Scope
	name     string   // without prefix, with {param} for each parameter
	params   []string // of a family
	odd      bool     // the scope has to be written out
	typ      typ
	json     bool // the value is JSON text in a string
	optional bool
	fallback string // the default as YAML; empty: none
	byModel  bool   // whether to say that a model writes it
	goName   string
	places   map[kind][]string
	doubts   []string
}

func (k *Key) doubt(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(k.doubts, text) {
		k.doubts = append(k.doubts, text)
	}
}
