package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/gomodules"
)

// auditFolder is a folder to audit, or all below it.
type auditFolder struct {
	pattern, root string // as they are named
	abs           string
	recursive     bool
}

// distinctFolders leaves out the patterns of folders that others name, too, or are above.
func distinctFolders(patterns []string) (distinct []string, err error) {
	var folders []auditFolder
	for _, pattern := range patterns {
		root, recursive := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
		f := auditFolder{pattern: pattern, root: filepath.FromSlash(root), recursive: recursive}
		info, err := os.Stat(f.root)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("%s is not a folder", root)
		}
		if f.abs, err = filepath.Abs(f.root); err != nil {
			return nil, err
		}
		folders = append(folders, f)
	}
	for i, f := range folders {
		again := slices.ContainsFunc(folders[:i], func(o auditFolder) bool { return o.abs == f.abs && o.recursive == f.recursive })
		if !again && !slices.ContainsFunc(folders, func(o auditFolder) bool { return o.isAround(f) }) {
			distinct = append(distinct, f.pattern)
		}
	}
	return distinct, nil
}

// isAround reports whether a folder comes with all that is below this one.
func (f auditFolder) isAround(o auditFolder) bool {
	below, err := filepath.Rel(f.abs, o.abs)
	if err != nil || !f.recursive || !filepath.IsLocal(below) {
		return false
	}
	if below == "." {
		return !o.recursive
	}
	return gomodules.Visits(filepath.Join(below, "x.go"))
}

// partsOf are the Go packages in folders.
func partsOf(ctx context.Context, patterns []string) (parts []gomodules.Part, err error) {
	for _, pattern := range patterns {
		root, recursive := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
		of, err := gomodules.Parts(ctx, filepath.FromSlash(root), recursive)
		if err != nil {
			return nil, err
		}
		parts = append(parts, of...)
	}
	return parts, nil
}

// isGoverned reports whether a schema is in the folder of a pattern, or above.
func (a *auditing) isGoverned(pattern string) bool {
	root, _ := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
	_, err := a.disk().nearestSchema(filepath.Join(filepath.FromSlash(root), schemaName))
	return err == nil
}

// governed are the files that are checked against a schema: one that their Go package names, or the nearest one.
func (a *auditing) governed() map[string]bool {
	files := map[string]bool{}
	for _, s := range a.surveys {
		for file, schema := range s.Governed {
			files[file] = true
			a.Declared = append(a.Declared, shown(schema))
		}
	}
	slices.Sort(a.Declared)
	if a.Declared = slices.Compact(a.Declared); len(a.Declared) == 0 {
		return files
	}
	for file := range a.Sources {
		if _, err := a.disk().nearestSchema(file); err == nil {
			files[file] = true
		}
	}
	return files
}
