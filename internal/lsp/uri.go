package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// No file that an editor has open is deeper, or has a longer path. What looks at all folders
// above a file takes long for what only pretends to be one.
const deepest, longest = 200, 4096

// PathOf is the absolute path of a file's address; false if it is that of no file on
// this machine.
func PathOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || u.RawQuery != "" {
		return "", false
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/")
	}
	path = filepath.FromSlash(path)
	tooLong := len(path) > longest || strings.Count(path, string(filepath.Separator)) > deepest
	if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) || tooLong {
		return "", false
	}
	return filepath.Clean(path), true
}

// URI is the address of a file, by its absolute path.
func URI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
