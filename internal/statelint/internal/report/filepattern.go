package report

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/schema"
)

// filePattern is the path of a file as check.templates could have it: relative
// to the schema's folder if the file is seen there, else as the program has it.
// What is not known of the path is * or **; nothing at all is "".
func (p *Recorder) filePattern(file flow.Text) string {
	pattern := globOf(file)
	if strings.Trim(pattern, "*/") == "" || !doublestar.ValidatePattern(pattern) {
		return ""
	}
	schemaDir := p.schemaFolder()
	for _, dir := range []string{schemaDir, filepath.Dir(p.pkg.Fset.File(p.pkg.Files[0].FileStart).Name())} {
		at := filepath.FromSlash(pattern)
		if !filepath.IsAbs(at) {
			at = filepath.Join(dir, at)
		}
		rel, err := filepath.Rel(schemaDir, at)
		if err == nil && filepath.IsLocal(rel) && p.seen(at) {
			return filepath.ToSlash(rel)
		}
	}
	return pattern
}

// schemaFolder is where the schema is, or would be.
func (p *Recorder) schemaFolder() string {
	if p.Schema == nil {
		return p.pkg.Sources.Dir()
	}
	return filepath.Dir(p.pkg.Sources.Path(p.Schema.File))
}

// globOf makes a path of a text. A whole part that is unknown may be several,
// unless it is the last one.
func globOf(file flow.Text) string {
	parts := strings.Split(path.Clean(filepath.ToSlash(file.String())), "/")
	for i, part := range parts {
		if part == flow.HoleMark && i < len(parts)-1 {
			parts[i] = "**"
		}
		parts[i] = strings.ReplaceAll(parts[i], flow.HoleMark, "*")
	}
	return strings.Join(parts, "/")
}

// seen reports whether there is such a file; of a pattern, whether there is the
// folder that it begins with.
func (p *Recorder) seen(pattern string) bool {
	if !isGlob(pattern) {
		return p.pkg.Sources.Open(pattern) != nil
	}
	dir, _ := doublestar.SplitPattern(filepath.ToSlash(pattern))
	return p.pkg.Sources.Folder(filepath.FromSlash(dir)) != nil
}

// areTemplates reports whether the schema's check.templates name all files of a
// pattern: each that could be one, with some name or other for what is unknown.
func (p *Recorder) areTemplates(pattern string) bool {
	for _, folders := range []string{"", "\x00/", "\x00/\x00/"} {
		file := strings.ReplaceAll(strings.ReplaceAll(pattern, "**/", folders), "*", "\x00")
		named := func(t schema.Glob) bool { return doublestar.MatchUnvalidated(t.Pattern, file) }
		if !slices.ContainsFunc(p.Schema.Check.Templates, named) {
			return false
		}
	}
	return true
}

func isGlob(pattern string) bool { return strings.ContainsAny(pattern, "*?[{") }
