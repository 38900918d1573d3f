package files

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Matches are what a pattern matches.
type Matches struct {
	Files   []string        // regular files, sorted
	Skipped []*SkippedError // what can't be read as one, sorted
}

// SkippedError says why something that a pattern matches is no file to read.
type SkippedError struct {
	Path string
	Err  error
}

func (e *SkippedError) Error() string { return filepath.ToSlash(e.Path) + ": " + e.Err.Error() }
func (e *SkippedError) Unwrap() error { return e.Err }

// Glob finds the files in a folder of the project that a pattern matches, in the
// language of doublestar. Links are followed, also to folders, but not out of the
// project. Each file is found once, whatever names lead to it, by one without a
// link if there is such a name; and each folder is looked through once for each
// part of the pattern, whatever links lead to each other. The error is that of
// ctx, or of the pattern.
func (p *Project) Glob(ctx context.Context, dir, pattern string) (Matches, error) {
	all, err := alternatives(filepath.ToSlash(pattern))
	if err != nil {
		return Matches{}, err
	}
	g := glob{Project: p}
	for _, one := range all {
		if err := g.walk(ctx, dir, one); err != nil {
			return Matches{}, err
		}
	}
	return g.matches(), nil
}

type glob struct {
	*Project
	found []named
	skip  []*SkippedError
}

// named is a file or folder by one of its names.
type named struct {
	path   string
	linked bool // whether a link leads there
	part   int  // of a folder: the part of the pattern that what is in it has to match
}

// walk goes through folders, those that links lead to last.
func (g *glob) walk(ctx context.Context, dir, pattern string) error {
	base, parts := split(pattern)
	seen := map[step]bool{}
	queue, later := []named{{path: filepath.Join(dir, filepath.FromSlash(base))}}, []named(nil)
	for len(queue) > 0 || len(later) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(queue) == 0 {
			queue, later = later, nil
		}
		at := queue[0]
		queue = queue[1:]
		if !g.enter(at, seen) {
			continue
		}
		for _, next := range g.folder(at, parts) {
			if next.linked && !at.linked {
				later = append(later, next)
			} else {
				queue = append(queue, next)
			}
		}
	}
	return nil
}

// step is what decides of all that is found in a folder.
type step struct {
	identity
	part int
}

// enter reports whether a folder is to be looked through.
func (g *glob) enter(at named, seen map[step]bool) bool {
	info, err := os.Stat(at.path)
	if err != nil || !info.IsDir() {
		return false
	}
	s := step{identify(at.path, info), at.part}
	if seen[s] {
		return false
	}
	seen[s] = true
	if _, err := g.Rel(at.path); err != nil {
		g.skipped(at.path, err)
		return false
	}
	return true
}

// folder notes the files in a folder that match, and returns the folders in it
// that may have some.
func (g *glob) folder(at named, parts []string) []named {
	entries, _ := os.ReadDir(at.path) // of what can't be read, nothing matches
	part, last := parts[at.part], at.part == len(parts)-1
	var next []named
	if part == "**" && !last {
		next = append(next, named{at.path, at.linked, at.part + 1})
	}
	for _, e := range entries {
		if ok, err := doublestar.Match(part, e.Name()); err != nil || !ok {
			continue
		}
		n := named{filepath.Join(at.path, e.Name()), at.linked || e.Type()&fs.ModeSymlink != 0, at.part}
		isDir := g.isDir(e, n.path)
		switch {
		case isDir && part == "**":
			next = append(next, n)
		case isDir && !last:
			n.part++
			next = append(next, n)
		case !isDir && last:
			g.found = append(g.found, n)
		}
	}
	return next
}

func (g *glob) isDir(e fs.DirEntry, path string) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func (g *glob) skipped(path string, err error) {
	var known *fs.PathError
	if errors.As(err, &known) {
		err = known.Err
	}
	g.skip = append(g.skip, &SkippedError{path, err})
}

// matches leaves one name of each file. A link that leads nowhere is nothing:
// editors put such links beside the files they have open.
func (g *glob) matches() Matches {
	slices.SortFunc(g.found, named.compare)
	var m Matches
	seen := map[identity]bool{}
	for _, f := range g.found {
		info, err := os.Stat(f.path)
		if err != nil || seen[identify(f.path, info)] {
			continue
		}
		seen[identify(f.path, info)] = true
		if _, err := g.Rel(f.path); err != nil {
			g.skipped(f.path, err)
		} else if err := Regular(f.path, info); err != nil {
			g.skipped(f.path, err)
		} else {
			m.Files = append(m.Files, f.path)
		}
	}
	slices.Sort(m.Files)
	m.Skipped = g.skip
	slices.SortStableFunc(m.Skipped, func(a, b *SkippedError) int { return strings.Compare(a.Path, b.Path) })
	m.Skipped = slices.CompactFunc(m.Skipped, func(a, b *SkippedError) bool { return a.Path == b.Path })
	return m
}

// compare orders names by how good they are: those without a link first.
func (n named) compare(other named) int {
	switch {
	case n.linked == other.linked:
		return strings.Compare(n.path, other.path)
	case n.linked:
		return 1
	}
	return -1
}
