package adksession

import (
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

// nullMark begins the name of a key that says that another key was set to nil. ADK
// keeps a nil, and expands a placeholder of such a key to nothing; the runtime unsets
// the key. A value under the key itself counts more than its mark.
const nullMark = "_adk_null_"

// nullKey returns the key that marks a key as nil, in the same scope.
func nullKey(key string) string {
	scope, name := runtime.ParseKey(key)
	return scope.Key(nullMark + name)
}

// markedBy is the inverse of nullKey. What holds anything but true under such a name
// is a program's own.
func markedBy(key string) (marked string, ok bool) {
	before, name, ok := strings.Cut(key, nullMark)
	return before + name, ok && name != "" && nullKey(before+name) == key
}

func isTemp(key string) bool { return strings.HasPrefix(key, session.KeyPrefixTemp) }

// withNulls returns a delta without temp keys, in which each nil has its mark.
func withNulls(delta map[string]any) runtime.Delta {
	out := make(runtime.Delta, len(delta))
	for key, v := range delta {
		if isTemp(key) {
			continue
		}
		out[key] = v
		if v == nil {
			out[nullKey(key)] = true
		}
	}
	return out
}

// unmark undoes withNulls in a map of the caller's own, and takes out values that
// can't be read.
func unmark(all map[string]any) map[string]any {
	var nulls []string
	for key, v := range all {
		if marked, ok := markedBy(key); ok && v == true {
			nulls = append(nulls, marked)
			delete(all, key)
		} else if _, damaged := v.(*runtime.DamagedError); damaged {
			delete(all, key) // Get says so
		}
	}
	for _, key := range nulls {
		if _, ok := all[key]; !ok {
			all[key] = nil
		}
	}
	return all
}

// storedState returns an initial state as the runtime takes it.
func storedState(state map[string]any) (runtime.Delta, error) {
	delta, _, err := plainDelta(withNulls(state), nil)
	return delta, err
}

// plainDelta returns a delta whose values are what every store takes. The keys in
// refused are left out if they aren't, and returned.
func plainDelta(delta runtime.Delta, refused map[string]bool) (plain runtime.Delta, dropped []string, err error) {
	plain = make(runtime.Delta, len(delta))
	for key, v := range delta {
		if _, ok := asOp(v); !ok {
			if v, err = plainValue(key, v); err != nil && refused[key] {
				dropped = append(dropped, key)
				continue
			}
			if err != nil {
				return nil, nil, err
			}
		}
		plain[key] = v
		if v == nil {
			plain[nullKey(key)] = true
		}
	}
	return plain, dropped, nil
}

// plainValue returns a value in the form in which every store gives it back; of
// structs, times, bytes and the like, at any depth, that is what their JSON says.
func plainValue(key string, v any) (any, error) {
	plain, err := runtime.Normalize(key, v)
	if err == nil {
		return plain, nil
	}
	if v, ok := jsonForm(v, 0); ok {
		return runtime.Normalize(key, v)
	}
	return nil, err
}

// jsonForm replaces what the runtime doesn't take by its JSON, and reports whether it
// could.
func jsonForm(v any, depth int) (_ any, ok bool) {
	if depth > maxDepth {
		return nil, false // a map in itself, perhaps
	}
	switch x := v.(type) {
	case string, float64:
		return v, true
	case []any:
		out := make([]any, len(x))
		for i := range x {
			if out[i], ok = jsonForm(x[i], depth+1); !ok {
				return nil, false
			}
		}
		return out, true
	case map[string]any:
		out := make(map[string]any, len(x))
		for name := range x {
			if out[name], ok = jsonForm(x[name], depth+1); !ok {
				return nil, false
			}
		}
		return out, true
	}
	text, err := json.Marshal(v)
	return json.RawMessage(text), err == nil && !replaced.Match(text)
}

// maxDepth is more than the runtime takes.
const maxDepth = 2000

// replaced is what encoding/json makes of bytes that are not UTF-8.
var replaced = regexp.MustCompile(`(^|[^\\])(\\\\)*\\ufffd`)

func asOp(v any) (runtime.Op, bool) {
	switch op := v.(type) {
	case runtime.Op:
		return op, true
	case *runtime.Op:
		if op != nil {
			return *op, true
		}
	}
	return runtime.Op{}, false
}

func isValueError(err error) bool {
	var bad *runtime.ValueError
	return errors.As(err, &bad)
}

// wentOn returns the delta that ADK goes on with: merge operations replaced by what
// they came to, and without what could not be stored.
func wentOn(delta map[string]any, resolved, temp runtime.Delta, dropped []string) map[string]any {
	if len(resolved)+len(temp)+len(dropped) == 0 {
		return delta
	}
	out := maps.Clone(delta)
	maps.Copy(out, resolved)
	maps.Copy(out, temp)
	for _, key := range dropped {
		delete(out, key)
	}
	return out
}
