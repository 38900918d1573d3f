package uses

import (
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
)

// AccessorNames is what generated functions and fields do with keys, by name.
type AccessorNames map[string][]accessors.Use

// Add adds those of a package.
func (n AccessorNames) Add(byName map[string][]accessors.Use) {
	for name, uses := range byName {
		n[name] = append(n[name], uses...)
	}
}

// wordsAndTexts are the names and the texts of a Go file.
var wordsAndTexts = regexp.MustCompile("\\w+|`[^`]*`|\"(?:[^\"\\\\\n]|\\\\.)*\"")

// IgnoredUses reads the files that the build leaves out, as those of another
// system: the names and texts in them may be uses.
func (n AccessorNames) IgnoredUses(src *sources.Reader, files []string) (uses []source.Use) {
	for _, file := range files {
		if filepath.Ext(file) != ".go" || sources.IsTest(file) {
			continue
		}
		content, _ := src.Reread(file) // one that can't be read is none of the build's either
		for _, word := range wordsAndTexts.FindAllString(string(content), -1) {
			for _, u := range n[word] {
				uses = append(uses, source.Use{Key: u.Key, Kind: u.Kind})
			}
			if s, err := strconv.Unquote(word); err == nil && mayBeKey(s) {
				uses = append(uses, source.Use{Key: s, Kind: source.Mention})
			}
		}
	}
	return uses
}
