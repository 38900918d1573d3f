package document

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

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
	if !filepath.IsAbs(path) || strings.ContainsRune(path, 0) {
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
