// Package cache keeps on disk what a later run of a command can use. That
// something can't be kept, is damaged, or was kept by another build of the
// program only costs time: it is as if it had never been there.
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"os"
	"path/filepath"

	"github.com/seed92179c4c/stategen/internal/files"
)

// Entry is where one value is kept, encoded as gob does. The zero Entry keeps
// nothing.
type Entry[T any] struct {
	path  string
	given Sum
}

const (
	suffix  = ".stategen-entry" // of the names of entries
	longest = 64 << 20          // bytes of one entry
)

// In is the entry of a folder for a place: whatever tells apart the values that
// are kept side by side. A value counts only for the build of the program that
// kept it, and under the same conditions; one with others takes its place. An
// entry of the folder "" keeps nothing.
func In[T any](folder string, place, conditions []string) Entry[T] {
	self, err := program()
	if folder == "" || err != nil {
		return Entry[T]{}
	}
	name := hex.EncodeToString([]byte(SumOfList(place...))) + suffix
	return Entry[T]{filepath.Join(folder, name), SumOfList(append([]string{self}, conditions...)...)}
}

// Load returns the value, if it is there, whole and counts.
func (e Entry[T]) Load() (T, bool) {
	var none, v T
	if e.path == "" {
		return none, false
	}
	text, err := os.ReadFile(e.path)
	if err != nil {
		return none, false
	}
	value, counts := e.valueIn(text)
	if !counts || gob.NewDecoder(bytes.NewReader(value)).Decode(&v) != nil {
		return none, false
	}
	return v, true
}

// Save keeps a value, in place of the one before, and forgets what nobody has kept
// anew in the same folder for long.
func (e Entry[T]) Save(v T) {
	if e.path == "" {
		return
	}
	text, err := e.textOf(v)
	if err != nil || len(text) > longest {
		return
	}
	folder := filepath.Dir(e.path)
	if os.MkdirAll(folder, 0o700) == nil && files.Replace(e.path, text) == nil {
		trim(folder)
	}
}

// textOf is what the file of an entry holds: a sum of all that follows, what
// the value counts under, the value.
func (e Entry[T]) textOf(v T) ([]byte, error) {
	var b bytes.Buffer
	b.Write(make([]byte, sha256.Size))
	b.WriteString(string(e.given))
	err := gob.NewEncoder(&b).Encode(v)
	text := b.Bytes()
	copy(text, SumOf(text[sha256.Size:]))
	return text, err
}

// valueIn finds the value in what textOf has made.
func (e Entry[T]) valueIn(text []byte) (value []byte, counts bool) {
	const n = sha256.Size
	if len(text) < 2*n || SumOf(text[n:]) != Sum(text[:n]) || e.given != Sum(text[n:2*n]) {
		return nil, false
	}
	return text[2*n:], true
}
