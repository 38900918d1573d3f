package lsp

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/schema"
)

// schemaPlace is a place in a schema for which something is offered.
type schemaPlace struct {
	*place
	Place
	look *workspace.Look
	list []CompletionItem
}

// inSchema offers fields and values of a schema.
func (p *place) inSchema(ctx context.Context, l *workspace.Look, offset int) *CompletionList {
	at := &schemaPlace{place: p, look: l, Place: At(string(p.open.text.Bytes), offset), list: []CompletionItem{}}
	if at.Value {
		at.values(ctx)
	}
	if !at.Value || len(at.Path) > 0 && at.Path[len(at.Path)-1] == Item {
		at.fields()
	}
	return &CompletionList{Items: at.list}
}

func (s *schemaPlace) add(kind int, label, text, doc string) {
	item := CompletionItem{
		Label: label, Kind: kind, FilterText: label,
		TextEdit: TextEdit{Range: s.open.text.Range(s.Start, s.End, s.encoding), NewText: text},
	}
	if doc != "" {
		item.Documentation = &Markup{Kind: "plaintext", Value: doc}
	}
	s.list = append(s.list, item)
}

// fields offers those that are not there yet.
func (s *schemaPlace) fields() {
	for _, f := range Fields(s.Path) {
		if _, there := s.Fields[f.Name]; !there {
			s.add(CompletionProperty, f.Name, f.Name+": ", f.Doc)
		}
	}
}

// values offers what may be written as the value at the path.
func (s *schemaPlace) values(ctx context.Context) {
	for _, v := range Values(s.Path) {
		s.add(CompletionEnumMember, v, v, "")
	}
	last, n := s.Path[len(s.Path)-1], len(s.Path)
	of := func(pattern ...string) bool {
		return n == len(pattern) && !slices.ContainsFunc(pattern, func(p string) bool {
			i := slices.Index(pattern, p)
			return p != "*" && p != s.Path[i]
		})
	}
	switch {
	case of("keys", "*"), of("types", "*", "fields", "*"):
		s.types(true)
	case last == "type":
		s.types(false)
	case last == "default":
		s.defaults()
	case of("check", "templates", Item):
		s.templates(ctx)
	case of("instructions", "*", "file"):
		s.files(ctx, ".md", ".txt", ".tmpl", ".prompt")
	case of("include", Item), of("include", Item, "file"):
		s.files(ctx, ".yaml", ".yml")
	case n > 1 && s.Path[n-2] == "renamed_from" && s.Path[0] == "keys":
		s.undeclared()
	}
}

// wrappers are the lists and maps that a type expression begins with.
var wrappers = regexp.MustCompile(`^(?:\[\]|map\[string\])*`)

// types offers type expressions. A shorthand may say that a key is optional.
func (s *schemaPlace) types(shorthand bool) {
	before := wrappers.FindString(s.Token)
	names := slices.Concat(schema.ScalarNames(), s.namedTypes())
	for _, name := range names {
		s.addType(CompletionClass, before+name)
		if shorthand {
			s.addType(CompletionClass, before+name+"?")
		}
	}
	for _, wrapper := range []string{"[]", "map[string]"} {
		s.addType(CompletionField, before+wrapper)
	}
}

// addType offers a type expression, in quotes where YAML would read something else.
func (s *schemaPlace) addType(kind int, text string) {
	quoted := text
	if !s.Quote && (strings.HasPrefix(text, "[") || s.Flow && strings.ContainsAny(text, "[?")) {
		quoted = `"` + text + `"`
	}
	s.add(kind, text, quoted, "")
}

func (s *schemaPlace) namedTypes() []string {
	var names []string
	if s.look.Schema != nil {
		for _, t := range s.look.Schema.Types {
			names = append(names, t.Name)
		}
	}
	return names
}

// defaults offers the values of the enum that the type beside is.
func (s *schemaPlace) defaults() {
	if s.look.Schema == nil {
		return
	}
	for _, t := range s.look.Schema.Types {
		for _, v := range t.Values {
			if t.Name == s.Fields["type"] {
				s.add(CompletionEnumMember, v.Value, v.Value, v.Doc)
			}
		}
	}
}

// mostFiles is how many files are looked at.
const mostFiles = 2_000

func (s *schemaPlace) files(ctx context.Context, endings ...string) {
	for _, name := range s.space.Files(ctx, s.path, mostFiles, endings...) {
		s.add(CompletionFile, name, name, "")
	}
}

// templates offers the files that may be prompts, and the patterns of their folders.
func (s *schemaPlace) templates(ctx context.Context) {
	seen := map[string]bool{}
	for _, name := range s.space.Files(ctx, s.path, mostFiles, ".md", ".txt", ".tmpl", ".prompt", ".yaml", ".yml") {
		s.addOnce(seen, name)
		if dir := path.Dir(name); dir != "." {
			top, _, _ := strings.Cut(dir, "/")
			s.addOnce(seen, dir+"/*"+path.Ext(name))
			s.addOnce(seen, top+"/**/*"+path.Ext(name))
		}
	}
}

func (s *schemaPlace) addOnce(seen map[string]bool, name string) {
	if !seen[name] {
		seen[name] = true
		s.add(CompletionFile, name, name, "")
	}
}

// undeclared offers the keys that are used and not declared: an old name may be among them.
func (s *schemaPlace) undeclared() {
	if s.look.Schema == nil {
		return
	}
	declares, seen := s.look.Declares(), map[string]bool{}
	for _, u := range slices.Concat(s.look.Uses(), s.survey.uses) {
		if u.IsCertain() && !u.Partial && !declares(u.Key) {
			s.addOnce(seen, u.Key)
		}
	}
}
