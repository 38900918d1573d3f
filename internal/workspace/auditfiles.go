package workspace

import (
	"context"
	"fmt"
	"path"
	"slices"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/internal/source/python"
)

// readFiles reads agent configurations and Python files. Where nothing has to do with ADK, they are other people's.
func (a *auditing) readFiles(ctx context.Context, files agentFiles) error {
	for _, file := range files.odd {
		a.problem(file, "it is a link, a pipe, or something else that is no file")
	}
	yaml, err := a.readAll(ctx, files.configs)
	if err != nil {
		return err
	}
	code, err := a.readAll(ctx, files.python)
	if err != nil {
		return err
	}
	said := python.Read(prompt.ForADK().UsesIn, code)
	a.found.Add(said)
	for _, at := range said.Broken {
		p := a.Sources[at.File].Position(at.Start)
		a.Problems = append(a.Problems, fmt.Sprintf("%s:%d:%d: this is no valid Python, what follows was read as far as it goes", at.File, p.Line, p.Column))
	}
	a.Python = said.Files
	if a.Packages+a.Python == 0 && !slices.ContainsFunc(yaml, configs.IsADKs) {
		return nil
	}
	if a.Python == 0 { // then code was not read
		files.python = nil
	}
	found, problems := configs.Project(prompt.ForADK().UsesIn, yaml, files.python)
	a.Problems = append(a.Problems, problems...)
	read, of := map[string]bool{}, programsByFolder(a.found.Programs)
	found.Programs = map[string][]string{}
	for _, t := range found.Texts {
		read[t.File] = true
		for dir := path.Dir(t.File); found.Programs[t.File] == nil && dir != path.Dir(dir); dir = path.Dir(dir) {
			found.Programs[t.File] = of[dir]
		}
	}
	a.found.Add(found)
	a.Configs = len(read)
	return nil
}

// programsByFolder are the programs that have files in folders: a configuration belongs to those of the nearest one.
func programsByFolder(byFile map[string][]string) map[string][]string {
	of := map[string][]string{}
	for file, programs := range byFile {
		if python.Is(file) {
			of[path.Dir(file)] = append(of[path.Dir(file)], programs...)
		}
	}
	return of
}

// readAll reads files. Of what can't be read, it is said why.
func (a *auditing) readAll(ctx context.Context, paths []string) (list []*diag.Source, err error) {
	for _, file := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		text, err := a.disk().Read(file)
		if err != nil {
			a.problem(file, err.Error())
			continue
		}
		if !utf8.Valid(text) {
			a.problem(file, "it is not UTF-8 text")
			continue
		}
		src := diag.NewSource(shown(file), text)
		a.Sources[src.Name] = src
		list = append(list, src)
	}
	return list, nil
}

func (a *auditing) problem(file, why string) {
	a.Problems = append(a.Problems, shown(file)+" was not audited: "+why)
}
