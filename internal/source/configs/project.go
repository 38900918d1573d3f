package configs

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

// IsADKs reports whether ADK itself reads a configuration, or kagent, which is made of it.
func IsADKs(config *diag.Source) bool {
	return isRoot(config) || has(config, "agent_class:", "output_key:", "google.adk", "kagent.dev/")
}

func isRoot(config *diag.Source) bool {
	return strings.HasPrefix(path.Base(config.Name), "root_agent.")
}

func has(config *diag.Source, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(config.Text, []byte(word)) })
}

// isLoose reports whether the texts of a configuration may not reach ADK as they are.
func isLoose(config *diag.Source) bool {
	return !isRoot(config) && !has(config, "agent_class:")
}

// isOther spares reading YAML of other kinds, which can be long, or only become YAML once something is filled in.
func isOther(config *diag.Source) bool {
	return !IsADKs(config) && !has(config, "instruction")
}

// Project returns what the YAML files of a project say that no schema names, and in words what is not valid YAML.
// The code that they name may use any key, but for that in one of the files that are given.
func Project(shows source.Shows, files []*diag.Source, code []string) (found source.Found, problems []string) {
	adks := map[string]bool{}
	for _, src := range files {
		adks[src.Name] = IsADKs(src)
	}
	r := read(shows, files, isLoose)
	for _, name := range slices.Sorted(maps.Keys(r.unread)) {
		if adks[name] {
			reason := strings.TrimPrefix(r.unread[name].Error(), "yaml: ")
			problems = append(problems, name+" was not audited to its end: "+reason)
		}
	}
	for _, c := range r.code {
		if !isCode(c.name, code) {
			reason := "the code of " + diag.Quote(c.name) + " is not here"
			r.found.Open = append(r.found.Open, source.Open{Span: c.at, Reason: reason, Reads: true, Writes: true})
		}
	}
	return r.found, problems
}

// isCode reports whether a dotted name is that of code in one of the files.
func isCode(name string, files []string) bool {
	parts := strings.Split(name, ".")
	return slices.ContainsFunc(files, func(file string) bool {
		for n := 1; n <= len(parts); n++ {
			if strings.HasSuffix("/"+file, "/"+strings.Join(parts[:n], "/")+".py") {
				return true
			}
		}
		return false
	})
}
