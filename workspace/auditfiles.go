package workspace

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/internal/source/python"
)

// readFiles reads agent configurations and Python files. Where nothing has to do with ADK, they are other people's.
func (a *auditing) readFiles(ctx context.Context, files agentFiles) error {
	for _, path := range files.odd {
		a.problem(path, "it is a link, a pipe, or something else that is no file")
	}
	yaml, err := a.readAll(ctx, files.configs)
	if err != nil {
		return err
	}
	code, err := a.readAll(ctx, files.python)
	if err != nil {
		return err
	}
	a.found.Add(python.Read(code))
	for _, src := range code {
		if importsADK.Match(src.Text) {
			a.Python++
		}
	}
	if a.Packages+a.Python == 0 && !slices.ContainsFunc(yaml, configs.IsADKs) {
		return nil
	}
	if a.Python == 0 { // then code was not read
		files.python = nil
	}
	found, bad := configs.Read(yaml, files.python)
	for _, name := range slices.Sorted(maps.Keys(bad)) {
		a.Problems = append(a.Problems, name+" was not audited to its end: "+strings.TrimPrefix(bad[name].Error(), "yaml: "))
	}
	a.found.Add(found)
	a.Configs = len(found.Units)
	return nil
}

// readAll reads files. Of what can't be read, it is said why.
func (a *auditing) readAll(ctx context.Context, paths []string) (list []*diag.Source, err error) {
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		text, err := a.disk().Read(path)
		if err != nil {
			a.problem(path, err.Error())
			continue
		}
		if !utf8.Valid(text) {
			a.problem(path, "it is no text in UTF-8")
			continue
		}
		src := diag.NewSource(shown(path), text)
		a.Sources[src.Name] = src
		list = append(list, src)
	}
	return list, nil
}

var importsADK = regexp.MustCompile(`(?m)^\s*(from google\.adk|import google\.adk|from google import adk)`)

func (a *auditing) problem(path, why string) {
	a.Problems = append(a.Problems, shown(path)+" was not audited: "+why)
}
