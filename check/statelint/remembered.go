package statelint

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/staged"
	"golang.org/x/tools/go/packages"
)

// memory is what the last check has found in packages, kept in one file for a
// working folder, patterns and options. Nothing in it is believed without proof: an
// entry counts as long as everything that went into it is as it was. A file
// that is damaged, or of another program, is no memory at all.
type memory struct {
	path     string // empty: nothing is kept
	identity sum
	kept
}

// kept is what the file of a memory holds.
type kept struct {
	Entries  map[string]*remembered  // by the package's ID
	Compiled map[string]compiledFile // by import path
}

// compiledFile is where the go command keeps what is compiled of a package. It
// names such files after their content.
type compiledFile struct {
	Sum  sum // the package's fingerprint
	Path string
}

// remembered is the outcome of one package.
type remembered struct {
	Sum   sum   // the package's fingerprint
	Reads reads // the files that were read besides
	Found keptResult
	Facts []portableFact
}

// keptResult is a Result as it is kept.
type keptResult struct {
	Schema, Source string
	SchemaErrors   diag.List
	Findings       diag.List
	NotChecked     []NotChecked
	Uses           []Use
	Accessors      map[string][]accessorUse
}

func keptOf(r *Result) keptResult {
	return keptResult{r.Schema, r.source, r.SchemaErrors, r.Findings, r.NotChecked, r.Uses, r.accessors}
}

func (f keptResult) result() *Result {
	return &Result{
		Schema: f.Schema, source: f.Source, SchemaErrors: f.SchemaErrors, Findings: f.Findings,
		NotChecked: f.NotChecked, Uses: f.Uses, accessors: f.Accessors,
	}
}

const (
	longestMemory = 64 << 20  // of one file
	allMemory     = 256 << 20 // of all files together
)

// recall reads what the last check of the same patterns has found.
func (l *linter) recall(patterns []string, e environment, o CheckOptions) *memory {
	m := &memory{}
	if o.Cache == "" {
		return m
	}
	for _, f := range factTypes() {
		gob.Register(f)
	}
	where, what := sha256.New(), sha256.New()
	write(where, l.sources.dir, o.Dir, o.Schema)
	write(where, patterns...)
	self, err := program()
	if err != nil {
		return m
	}
	at := where.Sum(nil)
	write(what, string(self[:]), string(at), os.Getenv("GODEBUG"))
	write(what, e.values...)
	write(what, o.BuildFlags...)
	m.path = filepath.Join(o.Cache, hex.EncodeToString(at[:16]))
	m.identity = sum(what.Sum(nil))
	m.kept = m.read()
	return m
}

// read reads the file: a sum of all that follows, the identity, what is kept.
func (m *memory) read() (k kept) {
	text, err := os.ReadFile(m.path)
	n := len(sum{})
	if err != nil || len(text) < 2*n || sumOf(text[n:]) != sum(text[:n]) || m.identity != sum(text[n:2*n]) {
		return kept{}
	}
	if gob.NewDecoder(bytes.NewReader(text[2*n:])).Decode(&k) != nil {
		return kept{}
	}
	return k
}

// of returns what is known of a package, nil if that is nothing or no longer
// true.
func (m *memory) of(pkg *packages.Package, fingerprint sum, s *sources) *remembered {
	e := m.Entries[pkg.ID]
	if e == nil || e.Sum != fingerprint || !e.Reads.hold(s) {
		return nil
	}
	return e
}

// compiled returns the file of a compiled package if it is known and there.
func (m *memory) compiled(pkg *packages.Package, fingerprint sum) (string, bool) {
	f, ok := m.Compiled[pkg.PkgPath]
	if !ok || f.Sum != fingerprint {
		return "", false
	}
	_, err := os.Stat(f.Path)
	return f.Path, err == nil
}

// save writes down what is known now. That it can't is no failure of a check.
func (m *memory) save(k kept) {
	if m.path == "" {
		return
	}
	var out bytes.Buffer
	out.Write(make([]byte, len(sum{})))
	out.Write(m.identity[:])
	if err := gob.NewEncoder(&out).Encode(k); err != nil || out.Len() > longestMemory {
		return
	}
	text := out.Bytes()
	s := sumOf(text[len(sum{}):])
	copy(text, s[:])
	dir := filepath.Dir(m.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return
	}
	forgetOldest(dir, allMemory-len(text))
	_ = staged.Replace(m.path, text)
}

// forgetOldest removes the files that were written longest ago until the others
// have a size together.
func forgetOldest(dir string, size int) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	var files []os.FileInfo
	for _, entry := range list {
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b os.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	for _, info := range files {
		if size -= int(info.Size()); size < 0 {
			_ = os.Remove(filepath.Join(dir, info.Name())) // another run may have been faster
		}
	}
}
