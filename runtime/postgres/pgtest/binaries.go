package pgtest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

var errNotInstalled = errors.New("these tests need the PostgreSQL server, and its programs initdb and postgres " +
	"are neither in PATH nor in /usr/lib/postgresql/*/bin; install them, " +
	"for example with: apt-get install postgresql")

// findBinaries returns the folder that holds initdb and postgres. Debian keeps
// them out of PATH, one folder for each major version; the newest is taken.
func findBinaries() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil && isServer(filepath.Dir(path)) {
		return filepath.Dir(path), nil
	}
	folders, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		return "", err
	}
	slices.SortFunc(folders, func(a, b string) int { return majorVersion(b) - majorVersion(a) })
	for _, folder := range folders {
		if isServer(folder) {
			return folder, nil
		}
	}
	return "", errNotInstalled
}

func majorVersion(folder string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(folder))) // 0 for a name that is not a number
	return n
}

func isServer(folder string) bool {
	for _, program := range []string{"initdb", "postgres"} {
		if _, err := os.Stat(filepath.Join(folder, program)); err != nil {
			return false
		}
	}
	return true
}
