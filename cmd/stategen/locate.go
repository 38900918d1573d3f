package main

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

// findSchemas turns arguments into schema files: a file is itself, a folder
// means the stategen.yaml in it, and "folder/..." every one below it.
// Without arguments it is the current folder's.
func findSchemas(ctx context.Context, args []string) ([]string, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var found []string
	for _, arg := range args {
		paths, err := findSchema(ctx, arg)
		if err != nil {
			return nil, err
		}
		found = append(found, paths...)
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

func findSchema(ctx context.Context, arg string) ([]string, error) {
	if root, ok := strings.CutSuffix(filepath.ToSlash(arg), "/..."); ok {
		found, err := walkSchemas(ctx, filepath.FromSlash(root))
		if err == nil && len(found) == 0 {
			err = fmt.Errorf("no %s in or below %s", schemaName, root)
		}
		return found, err
	}
	info, err := os.Stat(arg)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{filepath.Clean(arg)}, nil
	}
	path := filepath.Join(arg, schemaName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no %s; %s, or name the schema's file", path, elsewhere(arg))
	}
	return []string{path}, nil
}

// elsewhere says where a schema comes from when a folder has none.
func elsewhere(dir string) string {
	const other = "stategen.yml"
	if _, err := os.Stat(filepath.Join(dir, other)); err == nil {
		return "rename " + filepath.ToSlash(filepath.Join(dir, other)) + " to it"
	}
	if path, err := nearestSchema(filepath.Join(dir, "..", schemaName)); err == nil {
		return "there is one in " + filepath.ToSlash(filepath.Dir(path))
	}
	return "`stategen init` writes a first one"
}

// walkSchemas looks below root, but not where Go wouldn't look for packages.
func walkSchemas(ctx context.Context, root string) ([]string, error) {
	var found []string
	err := gomodules.Walk(ctx, root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir() && d.Name() == schemaName:
			found = append(found, path)
		}
		return nil
	})
	return found, err
}

// nearestSchema looks for the stategen.yaml that governs a file: in its folder
// or the nearest one upwards.
func nearestSchema(file string) (string, error) {
	dir := filepath.Dir(file)
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		path := filepath.Join(dir, schemaName)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		if parent := filepath.Dir(abs); parent == abs {
			return "", fmt.Errorf("%s: no %s in its folder or above; name one with --schema", file, schemaName)
		}
		abs, dir = filepath.Dir(abs), filepath.Join(dir, "..")
	}
}
