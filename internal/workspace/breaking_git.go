package workspace

import (
	"bytes"
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

	"github.com/seed92179c4c/stategen/internal/githistory"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// gitSchemas are schemas as they were in a commit.
type gitSchemas struct {
	*Workspace
	*githistory.Repo
	commit string
	path   string          // of the one schema; empty: where it is today, or was
	taken  map[string]bool // files of schemas that are still there
}

// olderInGit finds the older versions of schemas in the repositories that they are in:
// a submodule is one of its own.
func (c *comparing) olderInGit(ctx context.Context, ref string) (*older, error) {
	roots, names, isHead := map[string]*older{}, []string{}, true
	for _, path := range c.paths {
		root := repositoryOf(path)
		if roots[root] != nil {
			continue
		}
		one, err := c.olderInRepository(ctx, ref, path)
		if err != nil {
			return nil, err
		}
		isHead = isHead && one.isHead
		if roots[root] = one; !slices.Contains(names, one.name) {
			names = append(names, one.name)
		}
	}
	all := &older{name: strings.Join(names, "; "), isHead: isHead}
	all.of = func(ctx context.Context, today *schema.Schema) (load.Result, bool, error) {
		return roots[repositoryOf(today.File)].of(ctx, today)
	}
	all.gone = func(ctx context.Context) (map[string]*schema.Schema, error) {
		gone := map[string]*schema.Schema{}
		for _, one := range roots {
			list, err := one.gone(ctx)
			if err != nil {
				return nil, err
			}
			maps.Copy(gone, list)
		}
		return gone, nil
	}
	return all, nil
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
	g := &gitSchemas{Workspace: c.Workspace, Repo: repo, taken: map[string]bool{}}
	ref, g.path, _ = strings.Cut(ref, ":")
	if g.path != "" && len(c.paths) != 1 {
		return nil, fmt.Errorf("%d schemas can't be compared with one file; leave out its path, or name one of them", len(c.paths))
	}
	var branch string
	if ref == "" {
		g.commit, branch, err = repo.MergeBase(ctx)
	} else {
		g.commit, err = repo.Commit(ctx, ref)
	}
	if err != nil {
		return nil, err
	}
	head, err := repo.Commit(ctx, "HEAD")
	one := &older{name: g.commit[:12], isHead: err == nil && head == g.commit, of: g.of}
	one.gone = func(ctx context.Context) (map[string]*schema.Schema, error) { return g.gone(ctx, c.request.Patterns) }
	switch {
	case one.isHead:
		one.name += ", which is HEAD"
	case ref == "":
		one.name += ", where HEAD left " + branch
	}
	if ref != "" {
		one.name = ref + ", " + one.name
	}
	return one, nil
}

func (g *gitSchemas) of(ctx context.Context, today *schema.Schema) (load.Result, bool, error) {
	file, err := g.file(ctx, today)
	if err != nil || file == "" {
		return load.Result{}, false, err
	}
	g.taken[file] = true
	return g.load(ctx, file), true, nil
}

// gone returns the schemas of the commit, in or below folders that patterns name with
// all that is below, of which there is none today.
func (g *gitSchemas) gone(ctx context.Context, patterns []string) (map[string]*schema.Schema, error) {
	gone := map[string]*schema.Schema{}
	for _, pattern := range patterns {
		root, ok := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
		if !ok || g.path != "" {
			continue
		}
		list, err := g.Repo.Files(ctx, g.commit, schemaName)
		if err != nil {
			return nil, err
		}
		for _, old := range list {
			file, ok := g.Below(root, old)
			if !ok || g.taken[old] || !gomodules.Visits(file) {
				continue
			}
			if _, err := os.Lstat(filepath.Join(root, file)); err == nil {
				continue
			}
			if r := g.load(ctx, old); r.Schema != nil { // else there was no code
				gone[filepath.ToSlash(filepath.Join(root, file))] = r.Schema
			}
		}
	}
	return gone, nil
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
// was moved from, or where the only schema was that is gone and has its text or package.
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
	own, err := g.disk().Read(today.File)
	if err != nil {
		return "", err
	}
	root := repositoryOf(today.File)
	var same []string
	for _, old := range list[:min(len(list), maxMoved)] {
		if _, err := os.Lstat(filepath.Join(root, filepath.FromSlash(old))); err == nil {
			continue // it is still there, so it is another one
		}
		if text, err := g.Read(ctx, g.commit, old); err == nil && !g.taken[old] && bytes.Equal(text, own) {
			return old, nil
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
