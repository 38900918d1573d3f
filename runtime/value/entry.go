package value

import "fmt"

// maxKeyBytes is the length of the longest key that a store takes: with the names
// of app, user and session it must fit into a database's index.
const maxKeyBytes = 1024

// NormalizeEntry returns the scope of an entry of a delta, and a deep copy of its
// value or operation in normal form.
func NormalizeEntry(key string, value any) (Scope, any, error) {
	scope, err := CheckKey(key)
	if err != nil {
		return scope, nil, err
	}
	switch v := value.(type) {
	case Op:
		value, err = v.normal(key)
	default:
		value, err = Normalize(key, value)
	}
	return scope, value, err
}

// CheckKey returns a state key's scope, and an error if no store takes the key.
func CheckKey(key string) (Scope, error) {
	scope, name := ParseKey(key)
	var err error
	switch bad := checkText(key); {
	case name == "":
		err = &ArgumentError{"state key", fmt.Sprintf("%q has no name", key)}
	case len(key) > maxKeyBytes:
		err = &ArgumentError{"state key", fmt.Sprintf("%.40q… is longer than %d bytes", key, maxKeyBytes)}
	case bad != nil:
		err = &ArgumentError{"state key", fmt.Sprintf("%.40q %s", key, bad.Problem)}
	}
	return scope, err
}
