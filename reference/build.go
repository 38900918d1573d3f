package reference

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/flow"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Input is what a reference is made of.
type Input struct {
	Schema  *schema.Schema
	Graph   *flow.Graph
	Sources diag.Sources
	Getters map[*schema.Key]string // how the getters of keys are declared in Go
	// Path is a file's path as it is shown, with slashes; Source is where a line of it is to
	// be found: {path} and {line} are filled in. A relative one begins at the folder of
	// the first page.
	Path   func(file string) string
	Source string
}

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

// Type is an enum or an object.
type Type struct {
	Name, Anchor, Doc string
	Values            []Member // of an enum
	Fields            []Member // of an object
}

// Member is a value of an enum, or a field of an object.
type Member struct {
	Name, Doc string
	Type      []Word // of a field
	Facts     []Fact
}

// Removed is a key that is gone.
type Removed struct{ Key, Doc string }

// Link is a place and where it is to be found.
type Link struct{ Text, Target string }

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

type builder struct {
	Input
	index   index
	anchors map[string]bool
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

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func (b *builder) file(name string) Link {
	path := b.Path(name)
	return Link{path, strings.TrimSuffix(b.target(path, 0), "#L0")}
}

func (b *builder) place(p flow.Place) Link {
	path := b.Path(p.File)
	return Link{fmt.Sprintf("%s:%d", path, p.Line), b.target(path, p.Line)}
}

// target fills in the address of a line.
func (b *builder) target(path string, line int) string {
	return strings.NewReplacer("{path}", escapePath(path), "{line}", fmt.Sprint(line)).Replace(b.Source)
}

// escapePath keeps the slashes of a path, and what can't be taken for anything else.
func escapePath(path string) string {
	var out strings.Builder
	for _, c := range []byte(path) {
		if c == '/' || c == '.' || c == '-' || c == '_' || c == '~' || isAlnum(c) {
			out.WriteByte(c)
		} else {
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}

func isAlnum(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' }

// anchor is a name for a part of a page, and of its file, that no other part has: not
// even where files don't tell upper from lower case.
func (b *builder) anchor(kind, name string) string {
	var out strings.Builder
	for _, c := range []byte(name) {
		switch {
		case isAlnum(c) || c == '_':
			out.WriteByte(c)
		case c == ':':
			out.WriteByte('.')
		default:
			out.WriteByte('-')
		}
	}
	base := kind + "-" + strings.Trim(out.String(), "-.")
	id := base
	for n := 2; b.anchors[strings.ToLower(id)]; n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	b.anchors[strings.ToLower(id)] = true
	return id
}

// isRelative reports whether an address begins at the page that has it.
func isRelative(target string) bool {
	scheme, _, found := strings.Cut(target, ":")
	return target != "" && target[0] != '/' && (!found || strings.Contains(scheme, "/"))
}
