package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/audit"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/internal/infer"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/statelint"
)

// InferRequest is what a schema is to be drafted from, and where it is to be.
type InferRequest struct {
	// Patterns name Go packages as for the go command; none means "./...".
	Patterns []string
	Events   []string // files of events or states as JSON lines
	Database string   // a DSN, as for Scan; empty: none
	// New is the file of a new schema, which must not exist; Into is that of a schema
	// that gets the keys which it lacks. Without either the schema has no file.
	New, Into string
	// Package and Out are those of a new schema; empty: they are chosen.
	Package, Out string
}

// Inferred is a drafted schema.
type Inferred struct {
	Text       []byte   // the whole schema; nil if Into lacks no key
	Changes    []Change // the file to write; none without New and Into
	Added      int      // how many keys are new in it
	Packages   int      // how many Go packages were read
	Python     int      // how many Python files that import ADK
	Unresolved []statelint.NotChecked
	Sources    diag.Sources // the files that places are in
	LeftOut    []string     // what was found but is not in the schema, in words
	Beside     string       // the schema that there is already, if this is another one; or empty
	Findings   diag.List    // probable bugs, as Audit finds them in Go packages: what nobody reads is none
	Problem    string       // which modules the Go code was read without, in words; or empty
}

// ErrNoKeys is the error of Infer where no state keys were found.
var ErrNoKeys = infer.ErrNoKeys

// Infer drafts a schema from what exists: Go packages, the agent configurations and
// Python files beside them, or these alone where there is no Go module, and what is stored. Unsaved Go files are read as such. An error
// that errors.Is ErrNoKeys comes with a result, which says what was read.
func (w *Workspace) Infer(ctx context.Context, r InferRequest) (*Inferred, error) {
	if err := named(slices.Concat(r.Patterns, r.Events, []string{r.New, r.Into})...); err != nil {
		return nil, err
	}
	if r.New != "" && w.disk().Exists(r.New) == nil {
		return nil, fmt.Errorf("%s exists already; --into %s adds to it", r.New, r.New)
	}
	data, err := r.data(ctx)
	if err != nil {
		return nil, err
	}
	if len(r.Patterns) == 0 {
		r.Patterns = []string{"./..."}
	}
	found, err := w.collect(ctx, r.Patterns)
	if err != nil && len(data) == 0 {
		return nil, err
	}
	r.place(ctx)
	d := infer.New(found.Found, data, infer.Options{
		Package: r.Package, Out: r.Out, Folder: shown(r.folder()),
		OutputPath: importPath(filepath.Join(r.folder(), filepath.FromSlash(r.Out)), found.Modules),
	})
	i := &Inferred{Packages: found.Packages, Python: found.Files.Files, Unresolved: found.Unresolved, Sources: found.Sources, Findings: found.findings, Problem: found.problem}
	if r.Into == "" {
		i.Beside, _ = w.disk().nearestSchema(filepath.Join(r.folder(), schemaName)) // there may be none
	}
	err = i.draft(w.disk(), d, r)
	i.LeftOut = d.LeftOut
	if errors.Is(err, ErrNoKeys) {
		return i, fmt.Errorf("%w in %s", err, strings.Join(r.Patterns, " "))
	}
	if err != nil {
		return nil, err
	}
	return i, nil
}

// collected is what code says about keys, and what is wrong with that.
type collected struct {
	statelint.Found
	findings diag.List
	problem  string
}

// surveyed gathers what Go packages say, and audits them. What nobody reads is no finding of a draft.
func (w *Workspace) surveyed(patterns []string, o statelint.CheckOptions) (c collected, err error) {
	s, err := statelint.Survey(patterns, o)
	if err != nil {
		return c, err
	}
	if c.Found = s.Found; s.Problem != "" {
		c.problem = withoutModules("the Go code", s.Problem)
	}
	s.Source.Findings, err = s.Against(audit.Draft(s.Source.Uses))
	found, _ := audit.Findings(s.Source, s.Sources)
	c.findings = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.ID == project.UnreadKey.ID })
	return c, err
}

// collect gathers what Go packages say, and the agent configurations and Python files
// beside them. Where no Go packages can be read, it is these files alone.
func (w *Workspace) collect(ctx context.Context, patterns []string) (collected, error) {
	files, err := agentFilesOf(ctx, patterns)
	if err != nil {
		return collected{}, err
	}
	o := statelint.CheckOptions{
		Context: ctx, Options: statelint.Options{Tests: true, Unsaved: w.Unsaved}, AgentConfigs: files.configs, Python: files.python,
	}
	found, err := w.surveyed(patterns, o)
	if err == nil || ctx.Err() != nil || len(files.configs)+len(files.python) == 0 {
		return found, err
	}
	found = collected{Found: statelint.CollectFiles(o)}
	notes, err := unreadGo(ctx, patterns, lastLine(err.Error()))
	found.Unresolved = append(found.Unresolved, notes...)
	return found, err
}

// unreadGo lists the Go modules and packages in folders, and why they were not read.
func unreadGo(ctx context.Context, patterns []string, reason string) (notes []statelint.NotChecked, err error) {
	for _, pattern := range patterns {
		root, recursive := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
		parts, err := gomodules.Parts(ctx, filepath.FromSlash(root), recursive)
		if err != nil {
			return nil, err
		}
		for _, p := range parts {
			why := "the Go code was not read: " + reason
			if p.Root != "" {
				why = "this Go module is not read together with the files around it; run stategen in its folder, " + shown(p.Root)
			}
			notes = append(notes, statelint.NotChecked{Span: diag.Span{File: shown(p.First())}, Reason: why})
		}
	}
	return notes, nil
}

// folder is where the schema will be.
func (r *InferRequest) folder() string { return filepath.Dir(r.New + r.Into) }

// place chooses a folder for the generated package that has no other Go files:
// their names could conflict with its own.
func (r *InferRequest) place(ctx context.Context) {
	if r.Into != "" {
		return
	}
	dir := r.folder()
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	if r.Out == "" && (err == nil || hasGoFiles(ctx, dir)) {
		r.Out = "agentstate"
	}
	if r.Package == "" {
		r.Package = "agentstate"
		if r.Out != "" {
			r.Package = identifier(filepath.Base(r.Out))
		}
	}
}

func hasGoFiles(ctx context.Context, dir string) bool {
	parts, err := gomodules.Parts(ctx, dir, false)
	return err == nil && len(parts) > 0
}

// draft puts the schema's text where it is wanted.
func (i *Inferred) draft(files disk, d *infer.Draft, r InferRequest) (err error) {
	if r.Into != "" {
		return i.draftInto(files, d, r.Into)
	}
	if i.Text, err = d.Schema(); err != nil {
		return err
	}
	i.Added = d.Len()
	if r.New != "" {
		i.Changes = []Change{{Path: r.New, After: i.Text, isNew: true}}
	}
	return nil
}

func (i *Inferred) draftInto(files disk, d *infer.Draft, path string) error {
	project, err := files.Of(path)
	if err != nil {
		return err
	}
	before, err := project.Read(path)
	if err != nil {
		return err
	}
	after, added, err := d.Into(path, before, project.Read)
	if err != nil || added == 0 {
		return err
	}
	i.Text, i.Added = after, added
	i.Changes = []Change{{Path: path, Before: before, After: after}}
	return nil
}

// importPath is the import path of a folder in one of the modules; empty if it
// is in none.
func importPath(dir string, modules []statelint.Module) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	best := ""
	depth := -1
	for _, m := range modules {
		rel, err := filepath.Rel(m.Dir, abs)
		if err != nil || m.Dir == "" || !filepath.IsLocal(rel) || len(m.Dir) <= depth {
			continue
		}
		depth = len(m.Dir)
		best = strings.TrimSuffix(m.Path+"/"+filepath.ToSlash(rel), "/.")
	}
	return best
}

// data reads what is stored.
func (r *InferRequest) data(ctx context.Context) ([]infer.Stored, error) {
	var all []infer.Stored
	for _, name := range r.Events {
		found, err := readEvents(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, found...)
	}
	if r.Database != "" {
		found, err := infer.ReadDatabase(ctx, r.Database)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

func readEvents(name string) ([]infer.Stored, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return infer.ReadEvents(f, filepath.ToSlash(name))
}
