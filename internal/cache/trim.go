package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/files"
)

// What a folder may hold.
const (
	mostEntries = 500
	mostBytes   = 256 << 20
)

// trim removes the entries that were kept longest ago, until there are no more
// than a number and a size of them.
func trim(folder string, number, size int) {
	for i, info := range newestFirst(folder) {
		size -= int(info.Size())
		if i >= number || size < 0 {
			_ = os.Remove(filepath.Join(folder, info.Name())) // another run may have been faster
		}
	}
}

// newestFirst lists the entries of a folder, and what a run that was killed
// left of one. Nobody else's file is among them.
func newestFirst(folder string) []fs.FileInfo {
	list, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var ours []fs.FileInfo
	for _, f := range list {
		if !isEntry(f.Name()) && !isStaged(f.Name()) {
			continue
		}
		if info, err := f.Info(); err == nil && info.Mode().IsRegular() {
			ours = append(ours, info)
		}
	}
	slices.SortStableFunc(ours, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	return ours
}

// isEntry reports whether a file's name is that of an entry: a sum and the
// suffix.
func isEntry(name string) bool {
	digits, ok := strings.CutSuffix(name, suffix)
	sum, err := hex.DecodeString(digits)
	return ok && err == nil && len(sum) == sha256.Size
}

// isStaged reports whether a file's name is that of one which was still to be
// put in its place: the prefix and a random number.
func isStaged(name string) bool {
	number, ok := strings.CutPrefix(name, files.StagedPrefix)
	_, err := strconv.ParseUint(number, 10, 64)
	return ok && err == nil
}
