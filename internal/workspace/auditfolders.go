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

// partsOf are the Go packages in folders.
func partsOf(ctx context.Context, patterns []string) (parts []gomodules.Part, err error) {
	for _, pattern := range patterns {
		root, recursive := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
		info, err := os.Stat(filepath.FromSlash(root))
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("%s is not a folder", root)
		}
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
