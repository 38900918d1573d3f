package workspace

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/python"
	"github.com/seed92179c4c/stategen/schema"
)

// templates are the prompts that the patterns of a schema match.
type templates struct {
	files  []*diag.Source
	none   diag.List // patterns that match nothing
	unread diag.List // files that can't be read
}

// same reports whether the same texts were matched, and the same patterns and files not.
func (t templates) same(other templates) bool {
	return reflect.DeepEqual(t.none, other.none) && reflect.DeepEqual(t.unread, other.unread) &&
		slices.EqualFunc(t.files, other.files, func(a, b *diag.Source) bool {
			return a.Name == b.Name && bytes.Equal(a.Text, b.Text)
		})
}

// matchTemplates reads the files that the schema's patterns match, relative to
// its folder.
func (d disk) matchTemplates(ctx context.Context, s *schema.Schema) (t templates, err error) {
	folder, err := d.Of(s.File)
	if err != nil {
		return t, err
	}
	defer folder.Close()
	dir := filepath.Dir(s.File)
	var paths []string
	for _, glob := range s.Check.Templates {
		skip := isInstalled
		if python.Is(glob.Pattern) && strings.HasPrefix(glob.Pattern, "**/") {
			skip = holdsNoPackages
		}
		m, err := folder.Glob(ctx, dir, glob.Pattern, skip)
		if err != nil {
			return t, fmt.Errorf("%s: check.templates %q: %w", s.File, glob.Pattern, err)
		}
		matched := slices.DeleteFunc(m.Files, func(path string) bool { return isSchema(s, path) })
		if len(matched)+len(m.Skipped) == 0 {
			info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(glob.Pattern)))
			t.none = append(t.none, project.UnmatchedPattern(glob, err == nil && info.IsDir()))
		}
		paths = append(paths, matched...)
		for _, skipped := range m.Skipped {
			t.unread = append(t.unread, project.Unreadable(skipped.Path, skipped.Err))
		}
	}
	for _, path := range files.Distinct(paths, instructionFiles(s)) {
		text, err := folder.Read(path)
		if err != nil {
			t.unread = append(t.unread, project.Unreadable(path, err))
			continue
		}
		t.files = append(t.files, diag.NewSource(path, text))
	}
	return t, nil
}

// instructionFiles are the prompts that the schema names one by one.
func instructionFiles(s *schema.Schema) []string {
	var names []string
	for _, i := range s.Instructions {
		if i.File != "" {
			names = append(names, filepath.FromSlash(i.Source))
		}
	}
	return names
}

// isSchema reports whether a file that a pattern matches is a schema, and no
// prompt.
func isSchema(s *schema.Schema, path string) bool {
	return filepath.Clean(s.File) == filepath.Clean(path) || filepath.Base(path) == schemaName
}
