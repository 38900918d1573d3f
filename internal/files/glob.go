package files

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Matches are what a pattern matches.
type Matches struct {
	Files   []string        // regular files, links to them last
	Skipped []*fs.PathError // what can't be read as one
}

// Glob finds the files in a folder of the project that a pattern matches, in the
// language of doublestar. Links to files are followed, but not out of the project;
// links to folders are only where the pattern names one. Folders that are to be
// skipped are not looked through. The error is that of ctx, or of the pattern.
func (p *Project) Glob(ctx context.Context, dir, pattern string, skip func(dir string) bool) (m Matches, err error) {
	pattern = path.Clean(filepath.ToSlash(pattern))
	if !isBounded(pattern) {
		return m, errors.New("its braces expand to too many patterns")
	}
	base, pattern := doublestar.SplitPattern(pattern)
	root := filepath.Join(dir, filepath.FromSlash(base))
	if _, err := p.Rel(root); err != nil {
		m.skipped(err)
		return m, nil
	}
	deepest := strings.Count(pattern, "/")
	if strings.Contains(pattern, "**") {
		deepest = math.MaxInt
	}
	var links []string
	err = filepath.WalkDir(root+string(filepath.Separator), func(file string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(root, file)
		rel = filepath.ToSlash(rel)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil || relErr != nil: // of what can't be read, nothing matches
			return fs.SkipDir
		case rel == ".":
		case d.IsDir() && (strings.Count(rel, "/") >= deepest || skip(file)):
			return fs.SkipDir
		case d.IsDir() || !doublestar.MatchUnvalidated(pattern, rel) || !m.isFile(p, file):
		case d.Type().IsRegular():
			m.Files = append(m.Files, file)
		default:
			links = append(links, file)
		}
		return nil
	})
	m.Files = append(m.Files, links...)
	return m, err
}

// isFile reports whether a regular file is in the project, and notes what can't be read as one.
// A link that leads nowhere is nothing: editors put such links beside the files they have open.
func (m *Matches) isFile(p *Project, file string) bool {
	info, err := os.Stat(file)
	if err != nil || info.IsDir() {
		return false
	}
	if _, err = p.Rel(file); err == nil {
		err = Regular(file, info)
	}
	m.skipped(err)
	return err == nil
}

func (m *Matches) skipped(err error) {
	var known *fs.PathError
	if errors.As(err, &known) {
		m.Skipped = append(m.Skipped, known)
	}
}

// mostPatterns bounds how many patterns the braces of one may stand for: each may be tried.
const mostPatterns = 1000

// isBounded reports whether a pattern stands for no more than that, however its alternatives
// are spread over its braces.
func isBounded(pattern string) bool {
	braces, commas := float64(strings.Count(pattern, "{")), float64(strings.Count(pattern, ","))
	return braces == 0 || math.Pow(commas/braces+1, braces) <= mostPatterns
}

// Distinct leaves the first of several names of one file, and none of those that
// are known by another name already.
func Distinct(paths, known []string) []string {
	names, taken := map[string]string{}, map[string]bool{}
	for _, path := range known {
		if real, err := Real(path); err == nil {
			names[real] = filepath.Clean(path)
		}
	}
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		real, err := Real(path)
		path = filepath.Clean(path)
		if name, isKnown := names[real]; err == nil && isKnown && name != path || taken[path] {
			return true
		}
		names[real], taken[path] = path, true
		return false
	})
}

// Same reports whether two paths lead to one file or folder, which is there.
func Same(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second)
}
