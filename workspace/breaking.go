package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/breaking"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/githistory"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// BreakingRequest is which schemas are to be compared, and with what.
type BreakingRequest struct {
	Patterns []string // schemas; none: that of the working folder
	// Against is the older version: "git:REF", "git:REF:PATH", a file, or "-" for
	// standard input. Empty: the commit at which HEAD left the default branch.
	Against string
	// Baseline is a file of findings that are accepted, each with a reason; empty:
	// there is none.
	Baseline string
	// WriteBaseline is the file that all findings are to be written to, as accepted for
	// Reason; empty: there is none. The reasons of a file that is there are kept.
	WriteBaseline, Reason string
	// Database, if not empty, is whose values are counted for the findings of the one
	// schema: a PostgreSQL connection string, a URL of Redis, or the path of a SQLite file.
	Database string
}

// BreakingReport is what was compared and found.
type BreakingReport struct {
	Findings diag.List    // sorted
	Sources  diag.Sources // the files of both versions, by the names that findings have
	Broken   bool         // a schema has errors: Findings are these, and nothing of it was compared
	Against  string       // what the schemas were compared with
	Database string       // whose values were counted, without a password; empty: none
	Compared int          // how many schemas were
	New      []string     // schemas of which there is no older version
	Due      []Rename     // what the older version announces already
	Known    int          // findings that the baseline covers
	Stale    int          // entries of the baseline that are no longer found
	// NewBaseline is the baseline to write, if the request asks for one.
	NewBaseline []Change
}

// Rename is a key of a schema that is to have another name.
type Rename struct{ Schema, From, To string }

// Breaking compares schemas with an older version of theirs, as a store sees them.
// Older versions are read without a checkout, with the schemas that they include
// and their instruction files.
func (w *Workspace) Breaking(ctx context.Context, r BreakingRequest) (*BreakingReport, error) {
	if isStdin(r.Patterns) {
		return nil, errors.New("the schema to compare must be a file; standard input can be the older version, with --against -")
	}
	paths, err := w.Schemas(ctx, r.Patterns)
	if err != nil {
		return nil, err
	}
	if r.Database != "" && len(paths) != 1 {
		return nil, fmt.Errorf("%d schemas can't be compared by one database; name one of them", len(paths))
	}
	c := &comparing{Workspace: w, request: r, paths: paths}
	older, err := c.older(ctx)
	if err != nil {
		return nil, err
	}
	c.report = BreakingReport{Sources: diag.Sources{}, Against: older.name}
	for _, path := range paths {
		if err := c.compare(ctx, older, path); err != nil {
			return nil, err
		}
	}
	c.report.Findings = c.report.Findings.Sort()
	return &c.report, c.accepted()
}

// comparing is one call of Breaking.
type comparing struct {
	*Workspace
	request BreakingRequest
	paths   []string // of the schemas of today
	report  BreakingReport
}

// older finds the older versions of schemas.
type older struct {
	name string
	// of returns the older version of a schema; without a File there is none.
	of func(ctx context.Context, today *schema.Schema) (load.Result, bool, error)
}

func (c *comparing) compare(ctx context.Context, older *older, path string) error {
	r := &c.report
	today, err := c.load(ctx, nil, []string{path})
	if err != nil {
		return err
	}
	maps.Copy(r.Sources, today.Sources)
	if today.Findings.HasErrors() || len(today.Schemas) == 0 {
		r.Broken, r.Findings = true, append(r.Findings, today.Findings...)
		return nil
	}
	old, found, err := older.of(ctx, today.Schemas[0])
	if err != nil {
		return err
	}
	if !found {
		r.New = append(r.New, path)
		return nil
	}
	maps.Copy(r.Sources, old.Sources)
	if old.Schema == nil {
		r.Broken, r.Findings = true, append(r.Findings, old.Diagnostics...)
		return nil
	}
	r.Compared++
	findings, err := c.changes(ctx, old.Schema, today.Schemas[0])
	if err != nil {
		return err
	}
	r.Findings = append(r.Findings, findings...)
	for _, k := range breaking.Due(old.Schema, today.Schemas[0]) {
		r.Due = append(r.Due, Rename{path, k.Wire(), k.RenamedTo})
	}
	return nil
}

func (c *comparing) older(ctx context.Context) (*older, error) {
	against := c.request.Against
	ref, isGit := strings.CutPrefix(against, "git:")
	if isGit && ref == "" {
		return nil, errors.New("git: names no commit; write git:REF, or leave --against out for the merge base")
	}
	if isGit || against == "" {
		return c.olderInGit(ctx, ref)
	}
	if len(c.paths) != 1 {
		return nil, fmt.Errorf("%d schemas can't be compared with one file; name one of them", len(c.paths))
	}
	return &older{name: against, of: func(ctx context.Context, _ *schema.Schema) (load.Result, bool, error) {
		if against == "-" {
			r, err := c.stdin().schema(ctx)
			return r, true, err
		}
		if err := c.disk().Exists(against); err != nil {
			return load.Result{}, false, err
		}
		project, err := c.disk().Of(against)
		if err != nil {
			return load.Result{}, false, err
		}
		return load.Schema(filepath.ToSlash(against), project.Read), true, nil
	}}, nil
}

// gitSchemas are schemas as they were in a commit.
type gitSchemas struct {
	*Workspace
	*githistory.Repo
	commit string
	path   string // of the one schema; empty: where it is today, or was
}

// olderInGit finds the older versions of schemas in the repositories that they are in:
// a submodule is one of its own.
func (c *comparing) olderInGit(ctx context.Context, ref string) (*older, error) {
	roots, names := map[string]*older{}, []string{}
	for _, path := range c.paths {
		root := repositoryOf(path)
		if roots[root] != nil {
			continue
		}
		one, err := c.olderInRepository(ctx, ref, path)
		if err != nil {
			return nil, err
		}
		if roots[root] = one; !slices.Contains(names, one.name) {
			names = append(names, one.name)
		}
	}
	return &older{name: strings.Join(names, "; "), of: func(ctx context.Context, today *schema.Schema) (load.Result, bool, error) {
		return roots[repositoryOf(today.File)].of(ctx, today)
	}}, nil
}

// repositoryOf returns the nearest folder above a file that has a .git, or the root.
func repositoryOf(file string) string {
	dir, err := filepath.Abs(filepath.Dir(filepath.FromSlash(file)))
	for err == nil && filepath.Dir(dir) != dir {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	return dir
}

func (c *comparing) olderInRepository(ctx context.Context, ref, path string) (*older, error) {
	repo, err := githistory.Open(ctx, filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	g := &gitSchemas{Workspace: c.Workspace, Repo: repo}
	name, file, _ := strings.Cut(ref, ":")
	if g.path = file; file != "" && len(c.paths) != 1 {
		return nil, fmt.Errorf("%d schemas can't be compared with one file; leave out its path, or name one of them", len(c.paths))
	}
	if ref == "" {
		return g.sinceMergeBase(ctx)
	}
	if g.commit, err = repo.Commit(ctx, name); err != nil {
		return nil, err
	}
	return &older{name: name + ", " + g.commit[:12], of: g.of}, nil
}

// sinceMergeBase takes the commit at which HEAD left the default branch.
func (g *gitSchemas) sinceMergeBase(ctx context.Context) (*older, error) {
	base, branch, err := g.MergeBase(ctx)
	if errors.Is(err, githistory.ErrNoCommits) {
		return &older{name: "a repository without commits", of: nothingOlder}, nil
	}
	if err != nil {
		return nil, err
	}
	g.commit = base
	name := fmt.Sprintf("%s, where HEAD left %s", base[:12], branch)
	if head, err := g.Commit(ctx, "HEAD"); err == nil && head == base {
		name = fmt.Sprintf("%s, which is HEAD", base[:12])
	}
	return &older{name: name, of: g.of}, nil
}

func nothingOlder(context.Context, *schema.Schema) (load.Result, bool, error) {
	return load.Result{}, false, nil
}

func (g *gitSchemas) of(ctx context.Context, today *schema.Schema) (load.Result, bool, error) {
	file, err := g.file(ctx, today)
	if err != nil || file == "" {
		return load.Result{}, false, err
	}
	return g.load(ctx, file), true, nil
}

// load reads a schema and what it names in the commit. Findings call its files
// git:COMMIT/PATH.
func (g *gitSchemas) load(ctx context.Context, file string) load.Result {
	prefix := "git:" + g.commit[:12] + "/"
	return load.Schema(prefix+file, func(name string) ([]byte, error) {
		file, inside := strings.CutPrefix(name, prefix)
		if !inside {
			return nil, &fs.PathError{Op: "read", Path: name, Err: ErrOutside}
		}
		return g.Read(ctx, g.commit, file)
	})
}

// file is where a schema was in the commit: where it is today, where Git says that it
// was moved from, or where the only schema of its package was that is gone.
func (g *gitSchemas) file(ctx context.Context, today *schema.Schema) (string, error) {
	file, err := g.Path(today.File)
	if err != nil {
		return "", err
	}
	if g.path != "" {
		_, err := g.Read(ctx, g.commit, g.path)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("there is no %s in the commit %s", g.path, g.commit[:12])
		}
		return g.path, err
	}
	_, err = g.Read(ctx, g.commit, file)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	if former, ok := g.Former(ctx, g.commit, file); ok {
		return former, nil
	}
	return g.moved(ctx, today, file)
}

func (g *gitSchemas) moved(ctx context.Context, today *schema.Schema, file string) (string, error) {
	list, err := g.Repo.Files(ctx, g.commit, schemaName, path.Base(file))
	if err != nil {
		return "", err
	}
	root := strings.TrimSuffix(filepath.ToSlash(today.File), file)
	var same []string
	for _, old := range list[:min(len(list), maxMoved)] {
		if _, err := os.Lstat(filepath.FromSlash(root + old)); err == nil {
			continue // it is still there, so it is another one
		}
		if r := g.load(ctx, old); r.Schema != nil && packageOf(r.Schema, old) == packageOf(today, file) {
			same = append(same, old)
		}
	}
	if len(same) == 1 {
		return same[0], nil
	}
	return "", nil
}

// maxMoved is how many schemas of a commit are looked at to find one that was moved.
const maxMoved = 200

// packageOf is the name of a schema's package, as far as the schema and its path say.
func packageOf(s *schema.Schema, file string) string {
	if s.Package != "" {
		return s.Package
	}
	return path.Base(path.Join("/", path.Dir(file), s.Out))
}

// accepted leaves out what a baseline accepts, or writes one.
func (c *comparing) accepted() error {
	r, request := &c.report, c.request
	name := request.WriteBaseline
	if name == "" {
		name = request.Baseline
	}
	if name == "" || r.Broken {
		return nil
	}
	known, err := c.disk().readBaseline(name)
	if request.WriteBaseline != "" {
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return c.accept(known)
	}
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(known, func(e diag.BaselineEntry) bool { return strings.TrimSpace(e.Reason) == "" }); i >= 0 {
		return fmt.Errorf("%s: the entry about %s has no reason; write why it is accepted", name, diag.Quote(known[i].Message))
	}
	left, stale := known.Filter(r.Findings)
	r.Known, r.Stale = len(r.Findings)-len(left), len(stale)
	r.Findings = left
	return nil
}

// accept makes the baseline of all findings.
func (c *comparing) accept(known diag.Baseline) (err error) {
	r := &c.report
	all := diag.NewBaseline(r.Findings).WithReasons(known, c.request.Reason)
	r.NewBaseline, err = c.baseline(c.request.WriteBaseline, all)
	r.Known, r.Findings = len(r.Findings), nil
	return err
}
