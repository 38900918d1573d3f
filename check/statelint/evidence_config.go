package statelint

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"golang.org/x/tools/go/packages"
)

// readConfigs gathers what YAML agent configurations say about state keys, and
// lists the files that can't be read.
func (l *linter) readConfigs(files []string) (found []Evidence, unread []NotChecked) {
	checker := check.New(emptySchema())
	for _, file := range files {
		src := l.sources.Open(file)
		if src == nil || !mayBeConfig(src.Text) {
			continue
		}
		uses, err := checker.UndeclaredInConfig(src)
		for _, u := range uses {
			found = append(found, Evidence{Use: u, Presence: presenceOf(u)})
		}
		if err != nil {
			reason := "this file is no YAML, so its prompts were not read: " + strings.TrimPrefix(err.Error(), "yaml: ")
			unread = append(unread, NotChecked{Span: diag.Span{File: src.Name}, Reason: reason})
		}
	}
	return found, unread
}

// agentConfigs lists the YAML files that packages embed, and more of them, each
// once. What only tests embed is left out.
func agentConfigs(roots []*packages.Package, more []string) []string {
	files := map[string]bool{}
	add := func(file string) {
		if check.IsAgentConfig(file) {
			files[file] = true
		}
	}
	for _, pkg := range roots {
		if pkg.ID == pkg.PkgPath {
			for _, file := range pkg.EmbedFiles {
				add(file)
			}
		}
	}
	for _, file := range more {
		add(file)
	}
	return slices.Sorted(maps.Keys(files))
}

// mayBeConfig spares reading YAML of other kinds, which can be long, or only
// become YAML once something is filled in.
func mayBeConfig(text []byte) bool {
	return bytes.Contains(text, []byte("instruction")) || bytes.Contains(text, []byte("output_key"))
}
