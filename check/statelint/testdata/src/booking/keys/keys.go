// Package keys holds keys and prompts that other packages use.
package keys

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
)

const (
	City     = "city"
	Misspelt = "ctiy" // not used here
)

var Greeting = "Hello from {departure_city}." // used as an instruction elsewhere

func Order(id string) string { return "order_" + id }

func Oder(id string) string { return "oder_" + id }

func UserKey(name string) string { return session.KeyPrefixUser + name }

func Lookup(st session.State, key string) any {
	v, err := st.Get(key)
	if err != nil {
		return nil
	}
	return v
}

func LookupUser(ctx agent.Context, name string) string {
	v, _ := ctx.State().Get("user:" + name)
	s, _ := v.(string)
	return s
}

func Put(st session.State, key string, value any) error { return st.Set(key, value) }

type Spec struct {
	Name   string
	Prompt string
	Output string
}

// Getter is what Text needs of a state, or of anything else.
type Getter interface {
	Get(key string) (any, error)
}

func Text(from Getter, key string) string {
	v, err := from.Get("user:" + key)
	if err != nil {
		return ""
	}
	s, _ := v.(string)
	return s
}

// Setter is the same for writing.
type Setter interface {
	Set(key string, value any) error
}

func Save(key string, to Setter, value any) error { return to.Set(key, value) }

type registry struct{}

func (registry) Get(string) (any, error) { return nil, nil }

var _ = Text(registry{}, "anything")
