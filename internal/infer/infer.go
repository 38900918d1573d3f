package infer

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/internal/source/python"
	"github.com/seed92179c4c/stategen/internal/statelint"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Options say what a draft is for.
type Options struct {
	// Package and Out are written into the schema, if they are not empty.
	Package, Out string
	// Folder is where the schema is to stand, as the evidence's files are
	// named: agent configurations in or below it become its templates.
	Folder string
	// OutputPath is the import path of the generated package, which decides
	// what Go types it can import. Empty: not known.
	OutputPath string
}

// Draft is what is known of a project's keys.
type Draft struct {
	options   Options
	keys      []*Key
	foreign   []string
	templates []string // agent configurations, relative to the schema
	target    string   // of generated code; empty: none
	dialect   instruction.Dialect
	// LeftOut lists keys that no schema can declare, and why.
	LeftOut []string
}

// New drafts a schema from what Go source says and from stored data.
func New(found statelint.Found, data []Stored, o Options) *Draft {
	names := typeNamer{output: o.OutputPath, users: map[string]bool{}}
	for _, e := range found.Evidence {
		names.users[e.Package] = true
	}
	d := &Draft{options: o, templates: configsOf(found.Files.Uses, o.Folder), target: targetOf(found.ADK)}
	switch {
	case d.target != "":
	case found.TRPC:
		d.target, d.dialect = "trpc", instruction.TRPC
	case found.Eino:
		d.target, d.dialect = "eino", instruction.Eino
	}
	list := append(fromCode(found, names), fromFiles(found)...)
	d.draft(append(list, fromData(data, list)...))
	return d
}

// Len is how many keys the draft has.
func (d *Draft) Len() int { return len(d.keys) }

// allPython matches the Python files below a schema. They import each other.
const allPython = "**/*.py"

// configsOf lists the agent configurations that say something of keys, so that
// check reads them as infer did.
func configsOf(uses []source.Use, folder string) []string {
	found := map[string]bool{}
	for _, u := range uses {
		rel, err := filepath.Rel(filepath.FromSlash(folder), filepath.FromSlash(u.Span.File))
		switch {
		case err != nil || !filepath.IsLocal(rel):
		case configs.Is(rel):
			found[filepath.ToSlash(rel)] = true
		case python.Is(rel):
			found[allPython] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// text writes the schema as it is before it is laid out.
func (d *Draft) text() []byte {
	var b strings.Builder
	b.WriteString("# Drafted by stategen infer from the places that are named below. Read it through,\n" +
		"# above all where it doubts, and keep what you make of it.\n")
	b.WriteString("version: 1\n")
	field := func(name, value string) {
		if value != "" {
			b.WriteString(name + ": " + value + "\n")
		}
	}
	field("package", d.options.Package)
	field("out", d.options.Out)
	if d.target != "" {
		field("targets", "["+d.target+"]")
	}
	if d.dialect != instruction.ADK {
		field("dialect", d.dialect.String())
	}
	var lines []string
	for _, k := range d.keys {
		lines = append(lines, k.lines()...)
	}
	block(&b, "keys", lines)
	if len(d.foreign) > 0 {
		field("foreign", "["+strings.Join(quoteAll(d.foreign), ", ")+"]")
	}
	if len(d.templates) > 0 {
		block(&b, "check", []string{"templates: [" + strings.Join(quoteAll(d.templates), ", ") + "]"})
	}
	return []byte(b.String())
}

func block(b *strings.Builder, name string, lines []string) {
	if len(lines) == 0 {
		return
	}
	b.WriteString("\n" + name + ":\n")
	for _, l := range lines {
		b.WriteString("  " + l + "\n")
	}
	b.WriteString("\n")
}

func quoteAll(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = quoteYAML(s)
	}
	return out
}
