package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/gomodules"
)

const schemaName = "stategen.yaml"

// Schemas finds the schemas that patterns name: a file is itself, a folder means
// the stategen.yaml in it, and "folder/..." every one below it. They are sorted. A
// pattern without a schema is an error that says where there is one.
func (w *Workspace) Schemas(ctx context.Context, patterns []string) ([]string, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	if err := named(patterns...); err != nil {
		return nil, err
	}
	var found []string
	for _, arg := range patterns {
		paths, err := w.disk().findSchema(ctx, arg)
		if err != nil {
			return nil, err
		}
		found = append(found, paths...)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

func (d disk) findSchema(ctx context.Context, arg string) ([]string, error) {
	root, recursive := strings.CutSuffix(filepath.ToSlash(arg), "/...")
	dir := filepath.FromSlash(root)
	isDir, err := d.isFolder(dir)
	if err != nil {
		return nil, err
	}
	if !isDir && !recursive {
		return []string{filepath.Clean(arg)}, nil
	}
	found, err := d.foldersSchemas(ctx, dir, recursive)
	switch {
	case err != nil || len(found) > 0:
		return found, err
	case recursive:
		return nil, fmt.Errorf("no %s in or below %s", schemaName, root)
	}
	return nil, fmt.Errorf("there is no %s; %s, or name the schema's file", filepath.Join(arg, schemaName), d.elsewhere(arg))
}

// elsewhere says where a schema comes from when a folder has none.
func (d disk) elsewhere(dir string) string {
	const other = "stategen.yml"
	if _, err := os.Stat(filepath.Join(dir, other)); err == nil {
		return "rename " + filepath.ToSlash(filepath.Join(dir, other)) + " to it"
	}
	if path, err := d.nearestSchema(filepath.Join(dir, "..", schemaName)); err == nil {
		return "there is one in " + filepath.ToSlash(filepath.Dir(path))
	}
	return "`stategen init` writes a first one"
}

// nearestSchema looks for the stategen.yaml that governs a file: in its folder
// or the nearest one upwards.
func (d disk) nearestSchema(file string) (string, error) {
	path, err := d.Nearest(filepath.Dir(file), schemaName)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s: no %s in its folder or above; name one with --schema", file, schemaName)
	}
	return path, err
}

// isFolder reports whether a path is that of a folder, and no file.
func (d disk) isFolder(path string) (bool, error) {
	if _, unsaved := d.Text(path); unsaved {
		return false, nil
	}
	info, err := os.Stat(path)
	return err == nil && info.IsDir(), err
}

// foldersSchemas lists the schemas in a folder, or below it, but not where Go wouldn't look
// for packages; there may be none.
func (d disk) foldersSchemas(ctx context.Context, dir string, recursive bool) (found []string, err error) {
	if recursive {
		err = gomodules.Walk(ctx, dir, func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && e.Name() == schemaName {
				found = append(found, path)
			}
			return err
		})
		return found, err
	}
	path := filepath.Join(dir, schemaName)
	if err := d.Exists(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	return []string{path}, nil
}

// schemasAt are the schemas in folders, below them as patterns say, and nearest above.
func (d disk) schemasAt(ctx context.Context, patterns []string) (found []string, err error) {
	for _, p := range patterns {
		root, recursive := strings.CutSuffix(filepath.ToSlash(p), "/...")
		below, err := d.foldersSchemas(ctx, filepath.FromSlash(root), recursive)
		if err != nil {
			return nil, err
		}
		found = append(found, below...)
		if above, err := d.nearestSchema(filepath.Join(root, schemaName)); err == nil {
			found = append(found, above)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}
