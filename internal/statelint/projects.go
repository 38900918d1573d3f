package statelint

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/goload"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/go/packages"
)

// Project is a schema of which Check has looked at all code: every package of
// its module that it governs or is the source of, and every package that
// imports one of these, however indirectly. Some of them use its keys: a module
// that only offers generated code to others is none.
type Project struct {
	Schema string // absolute path
	Code   project.Code
}

// schemaCode gathers what is known of one schema's code.
type schemaCode struct {
	*linter
	schema  string
	graph   map[string]*packages.Package // all packages of the modules, by import path
	checked map[string]checkedPackage    // by import path
}

type checkedPackage struct {
	*packages.Package
	result *Result
	root   bool
}

// findProjects finds the schemas of which all code was checked, and notes those
// of which the packages show a part.
func (l *linter) findProjects(checked []checkedPackage, list *goload.Listing,
	workspace []string) (known projectsKnown, err error) {
	byPath, seen, schemas, modules := map[string]checkedPackage{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range checked {
		if strings.Contains(c.ID, " ") {
			continue // a package once more, with its tests
		}
		byPath[c.PkgPath] = c
		for _, schema := range []string{c.result.Schema, c.result.Source} {
			if schema == "" {
				continue
			}
			seen[schema] = true
			if c.root && c.Module != nil && c.Module.Main {
				schemas[schema], modules[c.Module.Dir] = true, true
			}
		}
	}
	known.partial = seen
	if len(schemas) == 0 {
		return known, nil
	}
	for _, dir := range workspace {
		modules[dir] = true
	}
	g, err := list.Modules(slices.Sorted(maps.Keys(modules)))
	if err != nil {
		return known, err
	}
	for _, schema := range slices.Sorted(maps.Keys(schemas)) {
		p := schemaCode{linter: l, schema: schema, graph: g, checked: byPath}
		if users := p.users(); p.whole(users) {
			known.whole = append(known.whole, Project{schema, p.code(users)})
			delete(known.partial, schema)
		}
	}
	return known, nil
}

// projectsKnown is what the packages of a module or a workspace say of schemas.
type projectsKnown struct {
	whole   []Project       // all code there is in it, be it used or not
	partial map[string]bool // schemas whose keys may have more uses in it
}

// used leaves out schemas whose generated code is only offered to others; those that
// declare sinks are idle then.
func (k projectsKnown) used() []Project {
	var list []Project
	for _, p := range k.whole {
		p.Code.Idle = !slices.ContainsFunc(p.Code.Uses, isCertain)
		if !k.partial[p.Schema] && (!p.Code.Idle || p.Code.Sinks != nil) {
			list = append(list, p)
		}
	}
	return list
}

// isCertain reports whether a use is that of a program.
func isCertain(u Use) bool { return !u.Test && !u.Partial && u.IsCertain() }

// users lists the packages that can use the schema's keys through generated
// code, and those that it governs.
func (p schemaCode) users() map[string]bool {
	users := map[string]bool{}
	for path, pkg := range p.graph {
		if p.concerns(pkg) || p.checked[path].Package != nil && p.isSubject(p.checked[path].result) {
			users[path] = true
		}
	}
	for grown := true; grown; {
		grown = false
		for path, pkg := range p.graph {
			if users[path] {
				continue
			}
			for imported := range pkg.Imports {
				if users[imported] {
					users[path], grown = true, true
				}
			}
		}
	}
	return users
}

// concerns reports whether a package is below the schema.
func (p schemaCode) concerns(pkg *packages.Package) bool {
	return p.options.Schema == "" && len(pkg.GoFiles) > 0 && p.schemas.Nearest(filepath.Dir(pkg.GoFiles[0])) == p.schema
}

// isSubject reports whether a package was held against the schema, or
// generated from it.
func (p schemaCode) isSubject(r *Result) bool { return r.Schema == p.schema || r.Source == p.schema }

// whole reports whether all users were checked.
func (p schemaCode) whole(users map[string]bool) bool {
	for path := range users {
		c, ok := p.checked[path]
		if !ok || !c.root || len(c.Errors) > 0 {
			return false
		}
	}
	return true
}

// code joins the uses of all users, and of the packages that these import,
// which may hold keys and wrappers.
func (p schemaCode) code(users map[string]bool) project.Code {
	var code project.Code
	s := p.schemas.Load(p.schema).Readable()
	if s != nil && len(s.Check.Sinks) > 0 {
		code.Sinks = map[int]bool{}
	}
	for path := range p.withImports(users) {
		c, ok := p.checked[path]
		if !ok || path == framework.RuntimePath || strings.HasPrefix(path, framework.RuntimePath+"/") {
			continue
		}
		for _, u := range p.usesOf(c.result) {
			p.sources.Open(p.sources.Path(u.Place().File)) // for the editor to tell lines
			code.Uses = append(code.Uses, u)
		}
		if c.result.Schema == p.schema {
			code.Files = append(code.Files, p.files(c)...)
			maps.Copy(code.Sinks, c.result.Sinks)
		}
	}
	for path := range users {
		code.Uses = append(code.Uses, p.ignoredUses(s, p.graph[path].IgnoredFiles)...)
	}
	slices.SortFunc(code.Files, func(a, b *diag.Source) int { return strings.Compare(a.Name, b.Name) })
	return code
}

// ignoredUses are the keys that may be named in files which the build leaves out, as those of another system: by their
// texts, or by a part of the name of an accessor.
func (p schemaCode) ignoredUses(s *schema.Schema, files []string) (uses []Use) {
	if s == nil || len(files) == 0 {
		return nil
	}
	nameOf := generator.Accessors(s)
	for _, file := range files {
		if filepath.Ext(file) != ".go" || sources.IsTest(file) {
			continue
		}
		text, _ := p.sources.Reread(file) // one that can't be read is none of the build's either
		for _, k := range s.Keys {
			name, _ := nameOf(k)
			if bytes.Contains(text, []byte(name)) || bytes.Contains(text, []byte(k.Wire())) {
				uses = append(uses, Use{Key: k.Wire(), Kind: source.Mention})
			}
		}
	}
	return uses
}

func (p schemaCode) withImports(users map[string]bool) map[string]bool {
	all := map[string]bool{}
	var add func(path string)
	add = func(path string) {
		if p.graph[path] == nil || all[path] {
			return
		}
		all[path] = true
		for imported := range p.graph[path].Imports {
			add(imported)
		}
	}
	for path := range users {
		add(path)
	}
	return all
}

// usesOf makes mere mentions of the uses of a package that another schema
// governs: its state may be another one.
func (p schemaCode) usesOf(r *Result) []Use {
	if r.Schema == "" || r.Schema == p.schema {
		return r.Uses
	}
	uses := slices.Clone(r.Uses)
	for i := range uses {
		if !uses[i].Partial {
			uses[i].Kind = source.Mention
		}
	}
	return uses
}

func (p schemaCode) files(c checkedPackage) []*diag.Source {
	var list []*diag.Source
	for _, path := range c.GoFiles {
		if src := p.sources.Open(path); src != nil {
			list = append(list, src)
		}
	}
	return list
}
