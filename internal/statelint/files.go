package statelint

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/internal/source/python"
)

// readFiles adds what files say that are not Go. The placeholders of their texts are uses, too.
func (f *Found) readFiles(s *sources.Reader, o CheckOptions) {
	checker := prompt.ForADK()
	said, bad := configs.Read(checker.UsesIn, opened(s, o.AgentConfigs))
	said.Uses = slices.DeleteFunc(said.Uses, func(u source.Use) bool { return u.Key == "" })
	for _, name := range slices.Sorted(maps.Keys(bad)) {
		wrong := strings.TrimPrefix(bad[name].Error(), "yaml: ")
		reason := "this file is not valid YAML, so its prompts were not read: " + wrong
		f.Unresolved = append(f.Unresolved, NotChecked{Span: diag.Span{File: name}, Reason: reason})
	}
	said.Add(python.Read(checker.UsesIn, slices.DeleteFunc(opened(s, o.Python), func(src *diag.Source) bool {
		isText := len(src.Text) <= project.MaxPromptSize && project.NoText(src.Text) < 0
		if !isText {
			reason := "this file is no UTF-8 text, or longer than any that people write, so it was not read"
			f.Unresolved = append(f.Unresolved, NotChecked{Span: diag.Span{File: src.Name}, Reason: reason})
		}
		return !isText
	})))
	for _, t := range said.Texts {
		if t.Partial {
			continue
		}
		for _, u := range checker.UndeclaredIn(t) {
			u.Test = t.Test
			said.Uses = append(said.Uses, u)
		}
	}
	for _, open := range said.Open {
		if !open.Test && !open.Whole {
			f.Unresolved = append(f.Unresolved, NotChecked{Span: open.Span, Reason: open.Reason})
		}
	}
	f.Files = said
	slices.SortFunc(f.Unresolved, compareNotChecked)
	f.Unresolved = slices.Compact(f.Unresolved)
	f.open(s)
	f.Sources = s.All()
}

// opened are the files that can be read.
func opened(s *sources.Reader, files []string) (list []*diag.Source) {
	for _, file := range files {
		if src := s.Open(file); src != nil {
			list = append(list, src)
		}
	}
	return list
}
