package value

import "strings"

// Scope says who shares a state key and how long its value lives. It is
// written as the key's prefix.
type Scope uint8

// The scopes, with the lifetimes that agent frameworks give them.
const (
	ScopeSession Scope = iota // no prefix: one session
	ScopeUser                 // "user:": all sessions of one user in one app
	ScopeApp                  // "app:": all users and sessions of one app
	ScopeTemp                 // "temp:": one invocation; never stored
)

var scopes = [...]struct{ name, prefix string }{
	ScopeSession: {"session", ""},
	ScopeUser:    {"user", "user:"},
	ScopeApp:     {"app", "app:"},
	ScopeTemp:    {"temp", "temp:"},
}

// Scopes lists every scope in the order in which they are documented.
func Scopes() []Scope { return []Scope{ScopeSession, ScopeUser, ScopeApp, ScopeTemp} }

// String returns the scope's name as a schema writes it: "session", "user",
// "app" or "temp".
func (s Scope) String() string { return scopes[s].name }

// Prefix returns what keys of the scope begin with, colon included; it is
// empty for ScopeSession.
func (s Scope) Prefix() string { return scopes[s].prefix }

// Key returns the full key of a name in this scope, as a state holds it.
func (s Scope) Key(name string) string { return scopes[s].prefix + name }

// ParseScope returns the scope of that name, and whether there is one.
func ParseScope(name string) (Scope, bool) {
	for i, s := range scopes {
		if s.name == name {
			return Scope(i), true
		}
	}
	return 0, false
}

// ParseKey splits a key into its scope and the name after the prefix. A key
// with a prefix that is not a scope's ("relay:token") belongs to the session,
// and its name is the whole key: that is how agent frameworks route it.
func ParseKey(key string) (Scope, string) {
	if MayHavePrefix(key) {
		return parsePrefix(key)
	}
	return ScopeSession, key
}

// MayHavePrefix is false for most keys without a scope's prefix, and costs no
// call: such a prefix ends at one of two bytes.
func MayHavePrefix(key string) bool {
	return len(key) > 3 && (key[3] == ':' || len(key) > 4 && key[4] == ':')
}

func parsePrefix(key string) (Scope, string) {
	for _, s := range [...]Scope{ScopeUser, ScopeApp, ScopeTemp} {
		if name, ok := strings.CutPrefix(key, scopes[s].prefix); ok {
			return s, name
		}
	}
	return ScopeSession, key
}
