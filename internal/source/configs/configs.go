// Package configs reads the agents that YAML configurations declare: their instructions, output keys, tree, tools and
// callbacks.
package configs

import (
	"path"
	"path/filepath"

	"github.com/seed92179c4c/stategen/internal/diag"
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

// Read returns what the YAML files among files say, and those that are not valid YAML to their end, by name.
// Shows reads their texts. A sub-agent in a file that is not given, or in code, is left open.
func Read(shows source.Shows, files []*diag.Source) (found source.Found, unread map[string]error) {
	r := read(shows, files, func(*diag.Source) bool { return false })
	return r.found, r.unread
}

// reader is what is read so far.
type reader struct {
	shows  source.Shows
	found  source.Found
	unread map[string]error
	roots  map[string]*source.Unit // by file
	links  []link                  // of agents to others
	code   []code
}

// link is a sub-agent that is declared elsewhere.
type link struct {
	from *source.Unit
	file string // empty: in code
	at   diag.Span
}

// read reads files, some of which may be templates of another language first.
func read(shows source.Shows, files []*diag.Source, isLoose func(*diag.Source) bool) *reader {
	r := &reader{shows: shows, unread: map[string]error{}, roots: map[string]*source.Unit{}}
	for _, src := range files {
		if Is(src.Name) && !isOther(src) {
			r.file(src, isLoose(src))
		}
	}
	for _, l := range r.links {
		if to := r.roots[l.file]; to != nil {
			l.from.Parts = append(l.from.Parts, source.Part{Unit: to, Kind: source.Sub, Place: l.at})
		} else {
			l.from.Open = append(l.from.Open, l.at)
		}
	}
	return r
}

func clean(name string) string { return path.Clean(filepath.ToSlash(name)) }
