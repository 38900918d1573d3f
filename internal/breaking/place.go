package breaking

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// place is a part of a key's values.
type place struct {
	path     string
	wrap     func(any) any // makes a value of the key out of one of the part
	root     *schema.Named // the object of which the part is one, for counting; nil: the key's value
	parts    parts         // finds them in the root
	raw      bool          // whether they are not in the encoding of the key's type
	limit    bool          // whether only constraints of the part itself count
	always   bool          // whether each value of the key has the part
	new, old diag.Span
	before   string
}

// whole is the place of the key's values as they are stored.
func (at place) whole() place {
	at.wrap, at.raw = func(v any) any { return v }, true
	return at
}

// inside is a part of a part. Wrap puts its value into one of the part around it.
func (at place) inside(step string, always bool, wrap func(any) any, inner parts) place {
	outer := at.wrap
	at.parts = at.parts.then(inner)
	at.path, at.always = strings.TrimPrefix(at.path+step, ", "), at.always && always
	at.wrap = func(v any) any { return outer(wrap(v)) }
	return at
}

// parts finds the parts of a value that are at one place.
type parts func(v any, yield func(any))

// then finds parts of the parts.
func (p parts) then(inner parts) parts {
	return func(v any, yield func(any)) {
		p(v, func(part any) { inner(part, yield) })
	}
}

func itself(v any, yield func(any)) { yield(v) }

func items(v any, yield func(any)) {
	list, _ := v.([]any)
	for _, item := range list {
		yield(item)
	}
}

func mapped(v any, yield func(any)) {
	values, _ := v.(map[string]any)
	for _, item := range values {
		yield(item)
	}
}

func fieldOf(name string) parts {
	return func(v any, yield func(any)) {
		if object, ok := v.(map[string]any); ok && object[name] != nil {
			yield(object[name])
		}
	}
}

func only(word string) parts {
	return func(v any, yield func(any)) {
		if v == word {
			yield(v)
		}
	}
}

// lacking finds objects that have none of the fields, and yields another one in their
// place, of which nothing else is wrong.
func lacking(names []string, sound any) parts {
	return func(v any, yield func(any)) {
		object, ok := v.(map[string]any)
		for _, name := range names {
			ok = ok && object[name] == nil
		}
		if ok {
			yield(sound)
		}
	}
}

// field is where a field of an object at the place is.
func (at place) field(f *schema.Field) string { return at.path + ", field " + f.Name }
