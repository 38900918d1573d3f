package workspace

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/audit/agentfiles"
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/internal/requirements"
	"github.com/seed92179c4c/stategen/internal/source/python"
)

// agentFiles are files of other languages than Go that say something of agents, by
// absolute path.
type agentFiles struct {
	configs, python []string
	texts           []string // that Python may read
	clients         []string // that may be of clients
	others          []string // that may hold the text of a prompt
	required        []string // that list what Python needs
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
	return a.walk(ctx, dir, func(path string) bool { return recursive && !gomodules.IsModule(path) })
}

// addBelow looks in a folder and all below it, Go modules too.
func (a *agentFiles) addBelow(ctx context.Context, dir string) error {
	return a.walk(ctx, dir, func(string) bool { return true })
}

func (a *agentFiles) walk(ctx context.Context, dir string, enter func(folder string) bool) error {
	return gomodules.WalkPackages(ctx, dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && requirements.Is(path) {
			a.required = append(a.required, path)
		}
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && (!enter(path) || isInstalled(path)):
			return filepath.SkipDir
		case isText(path) && d.Type().IsRegular():
			a.texts = append(a.texts, path)
		case agentfiles.IsClient(path) && d.Type().IsRegular():
			a.clients = append(a.clients, path)
		case mayShow(path) && d.Type().IsRegular():
			a.others = append(a.others, path)
		case d.IsDir() || !check.IsAgentConfig(path) && !python.Is(path):
		case !d.Type().IsRegular():
			a.odd = append(a.odd, path)
		case python.Is(path):
			a.python = append(a.python, path)
		default:
			a.configs, a.others = append(a.configs, path), append(a.others, path)
		}
		return nil
	})
}

// isText reports whether a file may be a prompt, by its name.
func isText(name string) bool {
	switch filepath.Ext(name) {
	case ".md", ".txt", ".prompt":
		return true
	}
	return false
}

// mayShow reports whether a file that is no prompt by its name may hold the text of one.
func mayShow(name string) bool {
	switch filepath.Ext(name) {
	case ".json", ".toml", ".j2", ".jinja", ".jinja2", ".tmpl", ".tpl", ".xml", ".ini":
		return true
	}
	return false
}

// isInstalled reports whether a folder holds installed packages of Python, or is the
// environment that they are installed in.
func isInstalled(dir string) bool {
	if filepath.Base(dir) == "site-packages" {
		return true
	}
	_, err := os.Lstat(filepath.Join(dir, "pyvenv.cfg"))
	return err == nil
}
