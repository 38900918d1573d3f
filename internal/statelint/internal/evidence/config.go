package evidence

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/report"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
)

// ReadConfigs gathers what YAML agent configurations say about state keys, and
// lists the files that can't be read.
func ReadConfigs(src *sources.Reader, files []string) (found []Evidence, unread []report.NotChecked) {
	checker := check.New(emptySchema())
	var list []*diag.Source
	for _, file := range files {
		if config := src.Open(file); config != nil && mayBeConfig(config.Text) {
			list = append(list, config)
		}
	}
	said, bad := configs.Read(checker.Checker, list)
	uses := slices.DeleteFunc(said.Uses, func(u source.Use) bool { return u.Key == "" })
	for _, t := range said.Texts {
		uses = append(uses, checker.UndeclaredIn(t)...)
	}
	for _, u := range uses {
		found = append(found, Evidence{Use: u, Presence: presenceOf(u)})
	}
	for _, name := range slices.Sorted(maps.Keys(bad)) {
		reason := "this file is not valid YAML, so its prompts were not read: " + strings.TrimPrefix(bad[name].Error(), "yaml: ")
		unread = append(unread, report.NotChecked{Span: diag.Span{File: name}, Reason: reason})
	}
	return found, unread
}

// mayBeConfig spares reading YAML of other kinds, which can be long, or only
// become YAML once something is filled in.
func mayBeConfig(text []byte) bool {
	return bytes.Contains(text, []byte("instruction")) || bytes.Contains(text, []byte("output_key"))
}
