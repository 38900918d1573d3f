package workspace

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/agentfiles"
	"github.com/seed92179c4c/stategen/audit/rules"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/statelint"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/gomodules"
)

// Audited is what an audit found, and what it looked at.
type Audited struct {
	Findings   diag.List
	Sources    diag.Sources
	Packages   int // Go packages that were read
	Framework  int // of these, those of the framework itself, which were left out
	Python     int // Python files that import ADK
	Foreign    int // Python files of a project that has nothing to do with ADK
	Configs    int // agent configurations that belong to no Go module
	Unresolved []statelint.NotChecked
	Problems   []string // what could not be read, in words
	Keys       int
	Declared   []string // schemas that the project has already
}

// auditing is an audit as it goes on.
type auditing struct {
	*Workspace
	*Audited
	project audit.Project
	surveys []*statelint.Surveyed
	files   *agentfiles.Surveyed // what is not Go
}

// Audit says what is probably wrong with the state of a project, without a schema.
// Patterns name folders, with "/..." for all below; none means "./...". It runs
// nothing of the project, writes no file and uses no network: of Go modules that are
// not downloaded it knows nothing.
func (w *Workspace) Audit(ctx context.Context, patterns []string) (*Audited, error) {
	if err := named(patterns...); err != nil {
		return nil, err
	}
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	a := &auditing{Workspace: w, Audited: &Audited{Sources: diag.Sources{}}, project: audit.Project{Stores: map[string]audit.Storage{}}}
	done := w.doing("reading Go packages")
	err := a.readGo(ctx, patterns)
	done()
	if err != nil {
		return nil, err
	}
	declared, defaults, err := w.defaults(ctx, patterns)
	if err != nil {
		return nil, err
	}
	for _, s := range declared.Schemas {
		a.Declared = append(a.Declared, s.File)
	}
	maps.Copy(a.Sources, declared.Sources)
	used := rules.Schema(a.project)
	a.Keys = len(used.Keys)
	a.project.Facts = append(a.project.Facts, defaults...)
	for _, s := range a.surveys {
		found, err := s.Against(used)
		if err != nil {
			return nil, err
		}
		a.project.Found = slices.Concat(a.project.Found, found, s.Texts)
		maps.Copy(a.Sources, s.Sources)
	}
	found, together := a.files.Against(used)
	a.project.Found, a.project.Together = append(a.project.Found, found...), together
	maps.Copy(a.Sources, a.files.Sources)
	a.Findings = rules.Findings(a.project)
	return a.Audited, ctx.Err()
}

// defaults are the schemas of folders, loaded, and as facts the defaults that they declare: what
// reads such a key has a value, though no code sets it.
func (w *Workspace) defaults(ctx context.Context, patterns []string) (l Loaded, facts []audit.Fact, err error) {
	paths, err := w.disk().schemasAt(ctx, patterns)
	if err != nil {
		return l, nil, err
	}
	l, err = w.load(ctx, nil, paths)
	for _, s := range l.Schemas {
		for _, k := range s.Keys {
			if k.Default != nil {
				key := strings.Join(k.Literals(), keys.UnknownPart)
				facts = append(facts, audit.Fact{Key: key, Kind: audit.Initial, Place: k.Span, Guessed: len(k.Params) == 0})
			}
		}
	}
	return l, facts, err
}

// readGo surveys the Go packages in folders, module by module.
func (a *auditing) readGo(ctx context.Context, patterns []string) error {
	var parts []gomodules.Part
	for _, pattern := range patterns {
		root, recursive := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
		info, err := os.Stat(filepath.FromSlash(root))
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return fmt.Errorf("%s is not a folder", root)
		}
		of, err := gomodules.Parts(ctx, filepath.FromSlash(root), recursive)
		if err != nil {
			return err
		}
		parts = append(parts, of...)
	}
	files, err := agentFilesOf(ctx, patterns)
	if err != nil {
		return err
	}
	groups := gomodules.Groups(ctx, parts)
	for _, p := range parts {
		if p.Root == "" {
			groups = append(groups, outsideModules(p))
		}
	}
	var all []string
	for _, p := range parts {
		all = append(all, p.GoFiles...)
	}
	for i, g := range groups {
		o := statelint.CheckOptions{
			Options: statelint.Options{Unsaved: a.Unsaved}, Context: ctx, Dir: g.Dir, Env: offline(g.Env), Workspace: g.Workspace,
		}
		if i == 0 {
			o.AgentConfigs, files.configs = files.configs, nil
		}
		if err := a.survey(ctx, g, o); err != nil {
			return err
		}
	}
	if err := a.readFiles(ctx, files); err != nil {
		return err
	}
	a.showTexts(all)
	return nil
}

// readFiles surveys Python files, and the agent configurations that no Go module has.
func (a *auditing) readFiles(ctx context.Context, files agentFiles) error {
	for _, path := range files.odd {
		a.Problems = append(a.Problems, shown(path)+" was not audited: it is a link, a pipe, or something else that is no file")
	}
	s, err := agentfiles.Survey(ctx, agentfiles.Files{
		Python: files.python, Configs: files.configs, Texts: files.texts, Clients: files.clients, Others: files.others, Required: files.required, Read: a.disk().Read, Shown: shown,
	})
	if err != nil {
		return err
	}
	a.files = s
	a.Python, a.Configs, a.Foreign = s.Python, s.Configs, s.Foreign
	a.Problems = append(a.Problems, s.Problems...)
	for _, u := range s.Unread {
		a.Unresolved = append(a.Unresolved, statelint.NotChecked{Span: u.Span, Reason: u.Reason})
	}
	a.project.Facts = append(a.project.Facts, s.Facts...)
	a.project.Open = append(a.project.Open, s.Open...)
	a.project.AddAgents(s.Agents)
	a.project.Texts = append(a.project.Texts, s.Texts...)
	a.project.Begins = append(a.project.Begins, s.Begins...)
	a.project.Clients = s.Clients
	return nil
}

// outsideModules is a folder that no go.mod governs, with the Go packages in it.
func outsideModules(p gomodules.Part) gomodules.Group {
	g := gomodules.Group{Dir: p.Dir, Patterns: []string{"."}, Parts: []gomodules.Part{p}}
	if p.Recursive {
		g.Patterns = []string{"./..."}
	}
	return g
}

// survey reads the packages of one module or workspace. What can't be loaded is said,
// and the others are audited.
func (a *auditing) survey(ctx context.Context, g gomodules.Group, o statelint.CheckOptions) error {
	err := regular(g)
	var s *statelint.Surveyed
	if err == nil {
		s, err = statelint.Survey(g.Patterns, o)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, statelint.ErrNoPackages):
		return nil
	case err != nil:
		a.Problems = append(a.Problems, fmt.Sprintf("%s can't be loaded, so its code was not audited: %s", nameOf(g), lastLine(err.Error())))
		return nil
	}
	switch {
	case s.Problem != "" && g.Parts[0].Root == "":
		a.Problems = append(a.Problems, fmt.Sprintf("the Go code in %s has no go.mod, so it was read without the modules that it imports", shown(g.Dir)))
	case s.Problem != "":
		a.Problems = append(a.Problems, fmt.Sprintf("%s was read without the modules that it needs: %s", nameOf(g), lastLine(s.Problem)))
	}
	a.surveys = append(a.surveys, s)
	a.Packages += s.Packages
	a.Framework += s.Framework
	a.Unresolved = append(a.Unresolved, s.Unresolved...)
	a.project.Facts = append(a.project.Facts, s.Facts...)
	a.project.Open = append(a.project.Open, s.Open...)
	a.project.AddAgents(s.Agents)
	maps.Copy(a.project.Stores, s.Stores)
	return nil
}

// offline is the environment of a go command that asks nobody for modules or
// toolchains, and changes no go.mod; nil is that of the process.
func offline(env []string) []string {
	if env == nil {
		env = os.Environ()
	}
	flags := ""
	for _, v := range env {
		if value, ok := strings.CutPrefix(v, "GOFLAGS="); ok {
			flags = strings.ReplaceAll(value, "-mod=mod", "")
		}
	}
	return append(env[:len(env):len(env)], "GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS="+flags)
}

// lastLine is the last line of what the go command said.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}
