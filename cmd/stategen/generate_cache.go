package main

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/internal/staged"
)

// recordFile is where the record of one run of generate is kept: in the user's
// cache, under a name that stands for this program, the current folder and the
// schemas. It is "" where there is no cache. A cache that can't be read or
// written costs time, and is no error.
type recordFile string

const recordSuffix = ".record"

func recordFileFor(schemas []string) recordFile {
	folder := cacheFolder("generate")
	path, err := os.Executable()
	if folder == "" || err != nil {
		return ""
	}
	program, err := programIdentity(path)
	if err != nil {
		return ""
	}
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	run := sha256.Sum256(fmt.Appendf(nil, "%q %q %q", program, dir, schemas))
	return recordFile(filepath.Join(folder, fmt.Sprintf("%x", run)+recordSuffix))
}

// programIdentity changes with each build of the program at path, which is
// this one: another may generate other code.
func programIdentity(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	build := ""
	if b, ok := debug.ReadBuildInfo(); ok {
		build = b.String()
	}
	return fmt.Sprintf("%q %d %d %q", path, info.Size(), info.ModTime().UnixNano(), build), nil
}

// load returns the record, if there is one and it holds.
func (f recordFile) load() (*record, bool) {
	if f == "" {
		return nil, false
	}
	content, err := os.ReadFile(string(f))
	if err != nil {
		return nil, false
	}
	r := decodeRecord(content)
	return r, r != nil && r.holds()
}

// save keeps a record for the next run, written whole before it takes its
// place.
func (f recordFile) save(r *record) {
	if f == "" {
		return
	}
	content, err := r.encode()
	if err != nil || os.MkdirAll(filepath.Dir(string(f)), 0o700) != nil {
		return
	}
	if staged.Replace(string(f), content) == nil {
		trimRecords(filepath.Dir(string(f)))
	}
}

// trimRecords keeps the cache small: when there are many records, it removes
// those written longest ago. It touches nothing but records, and what a run
// that was killed left of one.
func trimRecords(folder string) {
	const most, rest = 500, 400
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) <= most {
		return
	}
	written := map[string]time.Time{}
	for _, e := range entries {
		ours := strings.HasSuffix(e.Name(), recordSuffix) || strings.HasPrefix(e.Name(), staged.Prefix)
		if info, err := e.Info(); err == nil && ours {
			written[e.Name()] = info.ModTime()
		}
	}
	byAge := slices.SortedFunc(maps.Keys(written), func(a, b string) int { return written[a].Compare(written[b]) })
	for _, name := range byAge[:max(0, len(byAge)-rest)] {
		_ = os.Remove(filepath.Join(folder, name)) // another run may have been faster
	}
}
