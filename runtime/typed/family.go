package typed

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// Family is a family of keys: literal texts with a parameter between each two.
// No text but the first and the last may be empty.
type Family struct {
	pattern string // for errors: "order_{order_id}"
	texts   []string
	except  []string
	former  []*Family
	forms   Forms
}

// NewFamily returns the family of a full pattern, which is quoted in errors,
// and the literal texts around its parameters. The keys in except have the
// same shape and belong to other declarations.
func NewFamily(pattern string, texts []string, except ...string) *Family {
	return &Family{pattern: pattern, texts: texts, except: except}
}

// Key returns the key of the given parameters. Each must be text that a key
// can hold, and Match must find the same parameters in the key again: none may
// be empty or hold the text that follows it.
func (f *Family) Key(params ...string) (string, error) {
	key := f.join(params)
	if _, err := runtime.Normalize(key, key); err != nil {
		return "", fmt.Errorf("state key %q: a parameter is not valid UTF-8 text, or has a NUL", f.pattern)
	}
	for _, other := range f.except {
		if key == other {
			return "", fmt.Errorf("state key %q of %q is declared as a key of its own", key, f.pattern)
		}
	}
	if !f.holds(key, params) {
		const problem = "state key %q can't have the parameters %q: none may be empty or hold the text behind it"
		return "", fmt.Errorf(problem, f.pattern, params)
	}
	return key, nil
}

func (f *Family) join(params []string) string {
	var b strings.Builder
	for i, p := range params {
		b.WriteString(f.texts[i] + p)
	}
	return b.String() + f.texts[len(params)]
}

func (f *Family) holds(key string, params []string) bool {
	found, ok := f.Match(key)
	if !ok {
		return false
	}
	for i, p := range params {
		if found[i] != p {
			return false
		}
	}
	return true
}

// Match returns the parameters of a key, and whether it belongs to the family.
// A parameter ends where the text after it begins for the first time.
func (f *Family) Match(key string) ([]string, bool) {
	rest, ok := strings.CutPrefix(key, f.texts[0])
	if !ok {
		return nil, false
	}
	for _, other := range f.except {
		if key == other {
			return nil, false
		}
	}
	params := make([]string, 0, len(f.texts)-1)
	for _, next := range f.texts[1:] {
		end := len(rest)
		if next != "" {
			end = strings.Index(rest, next)
		}
		if end < 1 {
			return nil, false
		}
		params = append(params, rest[:end])
		rest = rest[end+len(next):]
	}
	return params, rest == ""
}

// Formerly adds a family whose keys are other names of this one's: the literal
// texts around the same parameters.
func (f *Family) Formerly(texts ...string) *Family {
	f.former = append(f.former, &Family{texts: texts})
	return f
}

// Was adds the forms that values of the family's keys may have.
func (f *Family) Was(forms Forms) *Family {
	f.forms = forms
	return f
}

// others returns the other names of a key. One is empty if the other family can't
// hold the parameters: what it seems to name there belongs to other ones.
func (f *Family) others(key string) []string {
	params, ok := f.Match(key)
	if !ok {
		return nil
	}
	names := make([]string, len(f.former))
	for i, former := range f.former {
		if name := former.join(params); former.holds(name, params) {
			names[i] = name
		}
	}
	return names
}

// Moves returns what is known about the values of a key of the family.
func (f *Family) Moves(key string) *Moves { return &Moves{key, f.others(key), f.forms} }

// Op returns a merge operation with the old names of a key.
func (f *Family) Op(op runtime.Op, key string) runtime.Op {
	names, was := f.others(key), op.Was
	op.Old, op.Was = nil, nil
	number := make([]int, len(f.former)+1) // of a name among those that there are
	for i, name := range names {
		if name != "" {
			op.Old = append(op.Old, name)
			number[i+1] = len(op.Old)
		}
	}
	for _, w := range was {
		if w.Name == 0 || number[w.Name] > 0 {
			w.Name = number[w.Name]
			op.Was = append(op.Was, w)
		}
	}
	return op
}

// LoadFamily reads every key of a family that is set. Check, unless it is nil,
// checks a value's limits; name makes a map key of a key's parameters. All
// errors are joined.
func LoadFamily[K comparable, T any](
	s runtime.ReadonlyState, f *Family, as func(any) (T, error), check func(T) error, name func([]string) K,
) (map[K]T, error) {
	values := map[K]T{}
	var errs Errors
	for _, key := range f.keys(s) {
		v, ok, err := Optional(f.Moves(key).From(s), key, as)
		if ok && check != nil {
			err = At(key, check(v))
		}
		errs.Add(err)
		if params, _ := f.Match(key); ok {
			values[name(params)] = v
		}
	}
	return values, errs.Join()
}

// Param names the members of a family with one parameter.
func Param(params []string) string { return params[0] }

// keys returns the family's keys in a state, those under old names included,
// in order.
func (f *Family) keys(s runtime.ReadonlyState) []string {
	found := map[string]bool{}
	for key := range s.All() {
		if _, ok := f.Match(key); ok {
			found[key] = true
			continue
		}
		for _, former := range f.former {
			if params, ok := former.Match(key); ok {
				found[f.join(params)] = true
			}
		}
	}
	return sortedKeys(found)
}

// Find returns the key of the family that a stored key is or is another name of.
func (f *Family) Find(stored string) (key string, ok bool) {
	if f.Has(stored) {
		return stored, true
	}
	for _, former := range f.former {
		if params, ok := former.Match(stored); ok {
			if key := f.join(params); f.holds(key, params) {
				return key, true
			}
		}
	}
	return "", false
}

// Pattern returns the family's full pattern.
func (f *Family) Pattern() string { return f.pattern }

// Has reports whether a key belongs to the family.
func (f *Family) Has(key string) bool {
	_, ok := f.Match(key)
	return ok
}
