package main

import (
	"os"
	"path/filepath"
)

// inRepository returns the name of a file in the checkout that GitHub Actions works
// on, by which GitHub finds it: a step may run in a folder below. Outside of it, and
// of GitHub Actions, a file keeps its name.
func inRepository(file string) string {
	root := os.Getenv("GITHUB_WORKSPACE")
	abs, err := filepath.Abs(filepath.FromSlash(file))
	if root == "" || err != nil {
		return file
	}
	rel, err := filepath.Rel(root, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return file
	}
	return filepath.ToSlash(rel)
}
