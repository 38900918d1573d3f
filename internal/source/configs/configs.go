// Package configs reads the agents that YAML configurations declare: their instructions, output keys and tree.
package configs

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/flow/yamlagents"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// IsADKs reports whether ADK itself reads a configuration, or kagent, which is made of it.
func IsADKs(config *diag.Source) bool {
	base := path.Base(config.Name)
	return base == "root_agent.yaml" || base == "root_agent.yml" || slices.ContainsFunc(
		[]string{"agent_class:", "output_key:", "google.adk", "kagent.dev/"}, func(word string) bool { return bytes.Contains(config.Text, []byte(word)) })
}

// isRead reports whether the texts of a configuration reach ADK as they are.
func isRead(config *diag.Source) bool {
	return strings.HasPrefix(path.Base(config.Name), "root_agent.") || bytes.Contains(config.Text, []byte("agent_class:"))
}

// mayBeConfig spares reading YAML of other kinds, which can be long, or only become YAML once something is filled in.
func mayBeConfig(config *diag.Source) bool {
	return IsADKs(config) || bytes.Contains(config.Text, []byte("instruction"))
}

// Read returns what configurations say, and in words what is not valid YAML, or no file. The code that they
// name may use any key, but for that in one of the files that are given.
func Read(configs []*diag.Source, code []string) (found source.Found, problems []string) {
	checker := prompt.New(&schema.Schema{Grammar: instruction.Grammar{Dialect: instruction.ADK, Brace: true}})
	var read []*diag.Source
	var uses []keys.Use
	for _, src := range configs {
		if !mayBeConfig(src) {
			continue
		}
		instructions, outputs, err := check.ConfigTexts(src)
		if err != nil && IsADKs(src) {
			reason := strings.TrimPrefix(err.Error(), "yaml: ")
			problems = append(problems, src.Name+" was not audited to its end: "+reason)
		}
		for _, t := range instructions {
			t.Loose = !isRead(src)
			found.Texts = append(found.Texts, source.Text{Text: t})
			uses = append(uses, checker.UsesIn(t)...)
		}
		for _, t := range outputs {
			u := checker.OutputUse(t)
			uses, found.Uses = append(uses, u), append(found.Uses, source.Use{Use: u, Type: source.String})
		}
		if len(instructions)+len(outputs) > 0 || IsADKs(src) {
			read = append(read, src)
		}
	}
	var elsewhere []yamlagents.Link
	found.Units, _, elsewhere = yamlagents.Find(read, uses)
	problems = append(problems, missing(configs, elsewhere)...)
	for _, u := range found.Units {
		if u.Kind == flow.Agent || isCode(u.Name, code) {
			continue
		}
		for _, at := range u.Open {
			found.Open = append(found.Open, source.Open{Span: at, Reason: "the code of " + diag.Quote(u.Name) + " is not here", Reads: true, Writes: true})
		}
	}
	return found, problems
}

// missing says which sub-agents are in files that aren't there. What is outside of the project nobody knows.
func missing(configs []*diag.Source, elsewhere []yamlagents.Link) (problems []string) {
	byName := map[string]*diag.Source{}
	for _, src := range configs {
		byName[path.Clean(src.Name)] = src
	}
	for _, link := range elsewhere {
		if byName[link.File] == nil && !strings.HasPrefix(link.File, "../") {
			from := byName[path.Clean(link.Place.File)]
			line := from.Position(link.Place.Start).Line
			problems = append(problems, fmt.Sprintf("%s:%d: config_path names %s, which is no file", from.Name, line, link.File))
		}
	}
	return problems
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
