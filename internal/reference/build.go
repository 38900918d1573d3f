package reference

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// Reference is what the pages show.
type Reference struct {
	Title    string
	File     Link // of the schema
	Summary  string
	Sections []Section
	Matrix   Matrix
	Open     []Use // of what source doesn't say
	Types    []Type
	Removed  []Removed
}

// Section has the keys of a scope.
type Section struct {
	Scope runtime.Scope
	Title string
	Lead  string
	Keys  []*Key
}

// Removed is a key that is gone.
type Removed struct{ Key, Doc string }

var scopes = map[runtime.Scope]struct{ title, lead string }{
	runtime.ScopeSession: {"Session", "One conversation. No other session sees these."},
	runtime.ScopeUser:    {"User", "One user, in all sessions of the app."},
	runtime.ScopeApp:     {"App", "The app, for all users."},
	runtime.ScopeTemp:    {"Temp", "One invocation. Never stored."},
}

// Build says what the reference of a schema shows.
func Build(in Input) *Reference {
	b := &builder{Input: in, index: indexOf(in.Graph), anchors: map[string]bool{}}
	r := &Reference{Title: b.title(), File: b.file(in.Schema.File)}
	for _, scope := range runtime.Scopes() {
		s := Section{Scope: scope, Title: scopes[scope].title, Lead: scopes[scope].lead}
		for _, k := range in.Schema.Keys {
			if k.Scope == scope {
				s.Keys = append(s.Keys, b.key(k))
			}
		}
		if len(s.Keys) > 0 {
			r.Sections = append(r.Sections, s)
		}
	}
	for _, t := range in.Schema.Types {
		r.Types = append(r.Types, b.namedType(t))
	}
	for _, gone := range in.Schema.Removed {
		r.Removed = append(r.Removed, Removed{gone.Key, gone.Doc})
	}
	r.Matrix = b.matrix(r.Keys())
	r.Open = b.open()
	r.Summary = summary(r)
	return r
}

func (b *builder) title() string {
	if b.Schema.Package != "" {
		return "State of " + b.Schema.Package
	}
	return "State"
}

// Keys are those of all sections.
func (r *Reference) Keys() []*Key {
	var all []*Key
	for _, s := range r.Sections {
		all = append(all, s.Keys...)
	}
	return all
}

func summary(r *Reference) string {
	var parts []string
	for _, s := range r.Sections {
		parts = append(parts, fmt.Sprintf("%d %s", len(s.Keys), strings.ToLower(s.Title)))
	}
	return fmt.Sprintf("%s: %s.", count(len(r.Keys()), "key"), strings.Join(parts, ", "))
}
