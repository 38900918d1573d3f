// Package uncalled finds functions that use keys and that nothing calls outside of tests. It goes by names: wherever
// one stands besides, in files of any build and in comments, it may be a call.
package uncalled

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"

	disk "github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/goload"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
)

var (
	clause = regexp.MustCompile(`(?m)^package (\w+)`)
	byName = regexp.MustCompile(`"(reflect|text/template|html/template|net/rpc)"`) // packages that call methods by names
)

// Mark says of uses in which functions they are, if nothing calls these.
func Mark(uses []*source.Use, list *goload.Listing, files *sources.Reader) {
	in := map[string][]*source.Use{}
	for _, u := range uses {
		if path := files.Path(siteOf(u).File); !u.Test {
			in[path] = append(in[path], u)
		}
	}
	if len(in) == 0 {
		return
	}
	folders := foldersOf(list)
	var open []*function
	for path, uses := range in {
		if src := files.Open(path); src != nil && folders[path] != "" {
			open = append(open, functions(path, src.Text, internal.MatchString(folders[path]), uses)...)
		}
	}
	for path, folder := range folders {
		if len(open) == 0 {
			return
		}
		text, err := files.Reread(path)
		if filepath.Ext(path) != ".go" {
			text, err = disk.Read(path)
		}
		open = slices.DeleteFunc(open, func(fn *function) bool { return err != nil || fn.isNamed(path, text) })
		if slices.ContainsFunc(open, (*function).isAbstract) && (isOffered(folder, text) || byName.Match(text)) {
			open = slices.DeleteFunc(open, (*function).isAbstract)
		}
	}
	for _, fn := range open {
		for _, u := range fn.uses {
			u.Uncalled = fn.shown()
		}
	}
}

// isOffered reports whether other modules can import the package of a file.
func isOffered(folder string, text []byte) bool {
	pkg := clause.FindSubmatch(text)
	return pkg != nil && string(pkg[1]) != "main" && !internal.MatchString(folder)
}

// foldersOf has all files of modules that may have calls, with the folders in the modules that they are in.
func foldersOf(list *goload.Listing) map[string]string {
	folders, walked := map[string]string{}, map[string]bool{}
	for _, pkg := range list.Local {
		if !goload.IsLocal(pkg) || walked[pkg.Module.Dir] {
			continue
		}
		root := pkg.Module.Dir
		walked[root] = true
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch ext := filepath.Ext(path); {
			case err != nil || sources.IsTest(path):
			case d.IsDir() && path != root && (d.Name()[0] == '.' || d.Name() == "node_modules"):
				return fs.SkipDir
			case d.Type().IsRegular() && (ext == ".go" || ext == ".s"):
				folder, _ := filepath.Rel(root, filepath.Dir(path))
				folders[path] = filepath.ToSlash(folder)
			}
			return nil
		})
	}
	return folders
}
