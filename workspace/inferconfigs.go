package workspace

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/internal/gomodules"
)

// agentConfigs lists the YAML files in the folders that patterns of packages
// name, by absolute path, and below those that end in "/...".
func agentConfigs(ctx context.Context, patterns []string) ([]string, error) {
	var files []string
	for _, pattern := range patterns {
		root, recursive := strings.CutSuffix(filepath.ToSlash(pattern), "/...")
		if info, err := os.Stat(filepath.FromSlash(root)); err != nil || !info.IsDir() {
			continue // an import path; what is wrong with it, the go command says
		}
		dir, err := filepath.Abs(filepath.FromSlash(root))
		if err != nil {
			return nil, err
		}
		found, err := yamlFiles(ctx, dir, recursive)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

// yamlFiles looks in a folder, or below it where Go would look for packages of
// the same module.
func yamlFiles(ctx context.Context, dir string, recursive bool) ([]string, error) {
	var files []string
	err := gomodules.Walk(ctx, dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && (!recursive || gomodules.IsModule(path)):
			return filepath.SkipDir
		case d.Type().IsRegular() && check.IsAgentConfig(path):
			files = append(files, path)
		}
		return nil
	})
	return files, err
}
