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
	inObject bool
	always   bool // whether each value of the key has the part
	new, old diag.Span
	before   string
}

// inside is a part of a part. Wrap puts its value into one of the part around it.
func (at place) inside(step string, always bool, wrap func(any) any) place {
	outer := at.wrap
	at.path, at.always = strings.TrimPrefix(at.path+step, ", "), at.always && always
	at.wrap = func(v any) any { return outer(wrap(v)) }
	return at
}

// field is where a field of an object at the place is.
func (at place) field(f *schema.Field) string { return at.path + ", field " + f.Name }
