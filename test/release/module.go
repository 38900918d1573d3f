package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// list is the file that names the folders of the released modules, each behind
// those that it needs.
const list = ".ci/modules"

// module is one of the modules of the repository.
type module struct {
	Folder string // relative to the repository, with slashes
	Path   string
}

// tag is the name under which the go command looks for a version.
func (m module) tag(version string) string { return path.Join(m.Folder, version) }

func findModules(repository string) ([]module, error) {
	folders, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(list)))
	if err != nil {
		return nil, err
	}
	var modules []module
	for _, folder := range strings.Fields(string(folders)) {
		file, err := readModFile(filepath.Join(repository, filepath.FromSlash(folder)))
		if err != nil {
			return nil, err
		}
		modules = append(modules, module{folder, file.Module.Mod.Path})
	}
	return modules, nil
}

func readModFile(dir string) (*modfile.File, error) {
	name := filepath.Join(dir, "go.mod")
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return modfile.Parse(name, data, nil)
}

// requireReleased lets a module require the others at a version instead of
// replacing them by folders. It also takes out the stubs that stand in for other
// people's modules in tests, and reports whether there were any.
func requireReleased(dir string, modules []module, version string) (stubbed bool, err error) {
	file, err := readModFile(dir)
	if err != nil {
		return false, err
	}
	ours := func(path string) bool {
		return slices.ContainsFunc(modules, func(m module) bool { return m.Path == path })
	}
	for _, r := range slices.Clone(file.Replace) {
		if stub := strings.HasPrefix(r.New.Path, "./testdata/"); stub {
			stubbed = true
		} else if !ours(r.Old.Path) {
			return false, fmt.Errorf("go.mod replaces %s, which is not released with it", r.Old.Path)
		}
		if err := file.DropReplace(r.Old.Path, r.Old.Version); err != nil {
			return false, err
		}
	}
	for _, r := range slices.Clone(file.Require) {
		if ours(r.Mod.Path) {
			if err := file.AddRequire(r.Mod.Path, version); err != nil {
				return false, err
			}
		}
	}
	file.Cleanup()
	data, err := file.Format()
	if err != nil {
		return false, err
	}
	return stubbed, os.WriteFile(filepath.Join(dir, "go.mod"), data, 0o644)
}
