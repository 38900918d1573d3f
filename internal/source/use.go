package source

import (
	"go/constant"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// UseKind says what is done with a key.
type UseKind uint8

// The ways to use a key. An Output is a write by an agent's answer, a
// Placeholder a read by an instruction, a Loaded a read together with all
// other keys. A Mention is a text that equals the key, in a place whose use of it
// is not known. A Begin is a write by what a session is created
// with, an Unset the creation of one without any state. A Returned is a write to the state of a graph,
// whose keys nobody has to declare.
const (
	Get UseKind = iota
	Set
	Clear
	Output
	Placeholder
	Loaded
	Mention
	Begin
	Unset
	Returned
)

// UnknownPart replaces, in the key of a Use, what is known only at run time. No
// key contains it.
const UnknownPart = "\uFFFC"

// Use is one use of a state key.
type Use struct {
	Key      string // with UnknownPart for each part that is known only at run time
	Kind     UseKind
	Span     diag.Span      // of the key's text
	Site     diag.Span      // of the expression in Go source that uses it; zero in prompts
	Used     diag.Span      // where the value of Site is used, if that is elsewhere in its package
	Taken    diag.Span      // where the framework takes it, if it is known
	Optional bool           // a Placeholder marked with "?", or a Get that has a value for a key that is missing
	Required bool           // a Get that fails without the key
	Defaults bool           // a Placeholder that shows the default of a key that is not set
	Partial  bool           // the key has a part that is not known
	Test     bool           // in a test file
	Merge    bool           // a Set by a merge operation
	Callers  bool           // the unknown part comes from those that call an exported function
	Whole    bool           // a Get of all keys at once
	Named    bool           // the unknown key can only be one that is mentioned, too
	Lost     bool           // a Set that no session stores, of which a finding tells
	Type     Type           // of a value that is written; Unknown where it can't be told
	Delta    bool           // a state delta writes it, which a session stores
	Fallback constant.Value // what a Get takes for a missing key; nil: not known
}

// Place is where people look for the use. A key's text may be in another file, as
// a constant, and so may a prompt, which has to be fixed there.
func (u Use) Place() diag.Span {
	if u.Site.IsZero() || u.Site.File == u.Span.File || u.Kind == Placeholder {
		return u.Span
	}
	return u.Site
}

// Reads reports whether the use looks at the value of the very key.
func (u Use) Reads() bool { return u.Kind == Get || u.Kind == Placeholder }

// Writes reports whether the use gives the key a value.
func (u Use) Writes() bool {
	return u.Kind == Set || u.Kind == Begin || u.Kind == Output || u.Kind == Returned
}

// IsCertain reports whether the key is surely one of a session.
func (u Use) IsCertain() bool { return u.Kind != Mention && u.Kind != Returned }

// Presence says whether code goes on when a key is missing.
type Presence uint8

// A read that demands its key fails without it; one that tolerates goes on.
const (
	PresenceUnknown Presence = iota
	Demanded
	Tolerated
)

// Presence is what the use itself says: a placeholder, or a read that fails or has a value for a missing key.
func (u Use) Presence() Presence {
	switch {
	case !u.Reads():
		return PresenceUnknown
	case u.Required, u.Kind == Placeholder && !u.Optional:
		return Demanded
	}
	return Tolerated
}

// MayBe reports whether a key of which parts are unknown can be one that the
// schema declares.
func (u Use) MayBe(k *schema.Key) bool {
	use, key := strings.Split(u.Key, UnknownPart), k.Literals()
	if len(key) == 1 {
		return len(key[0]) >= len(use[0])+len(use[len(use)-1]) &&
			strings.HasPrefix(key[0], use[0]) && strings.HasSuffix(key[0], use[len(use)-1])
	}
	a, b := use[0], key[0]
	y, z := use[len(use)-1], key[len(key)-1]
	return (strings.HasPrefix(a, b) || strings.HasPrefix(b, a)) && (strings.HasSuffix(y, z) || strings.HasSuffix(z, y))
}
