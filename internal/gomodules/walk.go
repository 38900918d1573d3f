package gomodules

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// Walk visits a folder and all below it, as filepath.WalkDir does, but not where
// Go does not look for packages. The folder itself may be a symbolic link, as a
// working folder can be; links below it are not followed. Folders below it that
// can't be read, or are gone meanwhile, are passed over, as the go command does.
// It ends with ctx.
func Walk(ctx context.Context, dir string, visit fs.WalkDirFunc) error {
	return visitBelow(ctx, dir, skipped, visit)
}

// WalkPackages is Walk, but visits folders that begin with _ too, in which other languages have packages.
func WalkPackages(ctx context.Context, dir string, visit fs.WalkDirFunc) error {
	return visitBelow(ctx, dir, func(name string) bool { return skipped(strings.TrimLeft(name, "_")) || slices.Contains(made, name) }, visit)
}

// made are folders of names with _ whose files nobody writes for a program, or only for its tests.
var made = []string{"__pycache__", "__MACOSX", "__tests__", "__mocks__"}

// Visits reports whether Walk of a folder comes to a file, by its path below it.
func Visits(file string) bool {
	dirs := strings.Split(filepath.ToSlash(filepath.Dir(file)), "/")
	return !slices.ContainsFunc(dirs, func(name string) bool { return name != "." && skipped(name) })
}

func visitBelow(ctx context.Context, dir string, skip func(name string) bool, visit fs.WalkDirFunc) error {
	root := dir
	if !strings.HasSuffix(dir, string(filepath.Separator)) {
		root += string(filepath.Separator) // or a link would be visited as a file
	}
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case path == root:
			path = dir
		case err != nil || d.IsDir() && skip(d.Name()):
			return filepath.SkipDir
		}
		return visit(path, d, err)
	})
}

// skipped reports whether folders of a name are left out of what stands below
// another one.
func skipped(name string) bool {
	return name == "testdata" || name == "vendor" || name == "node_modules" ||
		strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}
