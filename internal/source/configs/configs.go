// Package configs reads the agents that YAML configurations declare: their instructions, output keys, tree, tools and
// callbacks.
package configs

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/yaml"
)

// Is reports whether a file is YAML, by its name.
func Is(name string) bool {
	ext := path.Ext(name)
	return ext == ".yaml" || ext == ".yml"
}

// IsSchema reports whether a text is a schema, not an agent configuration.
func IsSchema(text []byte) bool {
	var doc yaml.Node
	return yaml.Unmarshal(text, &doc) == nil && isSchema(&doc)
}

func isSchema(doc *yaml.Node) bool {
	if len(doc.Content) == 0 || field(doc.Content[0], "version") == nil {
		return false
	}
	return field(doc.Content[0], "keys") != nil || field(doc.Content[0], "types") != nil
}

// Read returns what the YAML files among files say, and those that are not valid YAML to their end, by name. The
// checker knows how their texts are read. A sub-agent in a file that is not given, or in code, is left open.
func Read(c *prompt.Checker, files []*diag.Source) (found source.Found, unread map[string]error) {
	r := newReader(c)
	r.files(files, func(*diag.Source) bool { return false })
	return r.found, r.unread
}

// reader is what is read so far.
type reader struct {
	checker *prompt.Checker
	found   source.Found
	unread  map[string]error
	roots   map[string]*source.Unit // by file
	links   []link                  // of agents to others
	prompts []part                  // of agents
	code    map[code]*source.Unit   // tools and callbacks
}

// link is a sub-agent that is declared elsewhere.
type link struct {
	from *source.Unit
	file string // empty: in code
	at   diag.Span
}

// part is a unit with the agent that has it.
type part struct{ of, unit *source.Unit }

func newReader(c *prompt.Checker) *reader {
	return &reader{checker: c, unread: map[string]error{}, roots: map[string]*source.Unit{}, code: map[code]*source.Unit{}}
}

// files reads files, some of which may be templates of another language first.
func (r *reader) files(files []*diag.Source, isLoose func(*diag.Source) bool) {
	for _, src := range files {
		if Is(src.Name) {
			r.file(src, isLoose(src))
		}
	}
	r.join()
}

// join makes links and prompts parts of their agents.
func (r *reader) join() {
	open := r.links[:0]
	for _, l := range r.links {
		if to := r.roots[l.file]; to != nil {
			l.from.Parts = append(l.from.Parts, source.Part{Unit: to, Kind: source.Sub, Place: l.at})
			continue
		}
		l.from.Open = append(l.from.Open, l.at)
		open = append(open, l)
	}
	r.links = open
	for _, p := range r.prompts {
		r.found.Units = append(r.found.Units, p.unit)
		p.of.Parts = append(p.of.Parts, source.Part{Unit: p.unit, Kind: source.Has, Place: p.unit.Place})
	}
}

func clean(name string) string { return path.Clean(filepath.ToSlash(name)) }

// runs is how an agent of a class runs its sub-agents.
func runs(class string) source.Runs {
	switch class[strings.LastIndex(class, ".")+1:] {
	case "LlmAgent", "":
		return source.ByModel
	case "SequentialAgent":
		return source.InTurn
	case "ParallelAgent":
		return source.Together
	case "LoopAgent":
		return source.Repeatedly
	}
	return source.ByCode
}
