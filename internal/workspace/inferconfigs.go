package workspace

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/internal/source/python"
)

// agentFiles are files of other languages than Go that say something of agents, by
// absolute path.
type agentFiles struct {
	configs, python []string
	odd             []string // named like one of these, but no regular file
}

// agentFilesOf lists the YAML and Python files in the folders that patterns of packages
// name, and below those that end in "/...".
func agentFilesOf(ctx context.Context, patterns []string) (all agentFiles, err error) {
	for _, pattern := range patterns {
		root, recursive := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
		if info, err := os.Stat(filepath.FromSlash(root)); err != nil || !info.IsDir() {
			continue // an import path; what is wrong with it, the go command says
		}
		dir, err := filepath.Abs(filepath.FromSlash(root))
		if err != nil {
			return all, err
		}
		if err := all.add(ctx, dir, recursive); err != nil {
			return all, err
		}
	}
	return all, nil
}

// add looks in a folder, or below it in the same Go module, also in folders
// that begin with _, but not where packages of Python are installed.
func (a *agentFiles) add(ctx context.Context, dir string, recursive bool) error {
	return gomodules.WalkPackages(ctx, dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && (!recursive || gomodules.IsModule(path) || isInstalled(path)):
			return filepath.SkipDir
		case d.IsDir():
		case !configs.Is(path) && !python.Is(path):
		case !d.Type().IsRegular():
			a.odd = append(a.odd, path)
		case python.Is(path):
			a.python = append(a.python, path)
		default:
			a.configs = append(a.configs, path)
		}
		return nil
	})
}

// holdsNoPackages reports whether a folder is passed over where a project's Python packages are looked for.
func holdsNoPackages(dir string) bool {
	name := strings.TrimLeft(filepath.Base(dir), "_")
	return isInstalled(dir) || gomodules.IsModule(dir) || !gomodules.Visits(name+"/any")
}

// isInstalled reports whether a folder holds installed packages of Python, or is the
// environment that they are installed in.
func isInstalled(dir string) bool {
	if name := filepath.Base(dir); name == "site-packages" || name == ".venv" {
		return true
	}
	_, err := os.Lstat(filepath.Join(dir, "pyvenv.cfg"))
	return err == nil
}
