package goload

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/internal/files"
)

// Bare lists packages as List does, without what their go.mod asks for, which may not be valid or need
// another release of Go. What they import of other modules is not there.
func Bare(patterns []string, config packages.Config) (*Listing, error) {
	if config.Env == nil {
		config.Env = os.Environ()
	}
	own, err := files.Overlay(nil).Nearest(config.Dir, "go.mod")
	if err != nil {
		return nil, err
	}
	text, err := files.Read(own)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp("", "stategen")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(temp) }()
	empty := filepath.Join(temp, "go.mod")
	text = []byte("module " + cmp.Or(modfile.ModulePath(text), "command-line-arguments") + "\n\ngo 1.21\n")
	if err := os.WriteFile(empty, text, 0o600); err != nil {
		return nil, err
	}
	config.Env = append(slices.Clone(config.Env), "GOWORK=off")
	config.BuildFlags = append(slices.Clone(config.BuildFlags), "-mod=readonly", "-modfile="+empty)
	list, err := List(patterns, config)
	if err != nil {
		return nil, err
	}
	for _, pkg := range list.Local {
		if pkg.Module != nil {
			pkg.Module.GoVersion = "" // whatever the code needs
		}
	}
	return list, nil
}
