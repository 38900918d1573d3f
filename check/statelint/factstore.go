package statelint

import (
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// factStore keeps facts by what they are about, an object or a package.
type factStore map[factKey]analysis.Fact

type factKey struct {
	about any
	kind  reflect.Type
}

func newFactStore() factStore { return factStore{} }

func (s factStore) put(about any, f analysis.Fact) { s[factKey{about, reflect.TypeOf(f)}] = f }

func (s factStore) get(about any, f analysis.Fact) bool {
	known, ok := s[factKey{about, reflect.TypeOf(f)}]
	if ok {
		reflect.ValueOf(f).Elem().Set(reflect.ValueOf(known).Elem())
	}
	return ok
}
