package cache

import (
	"crypto/sha256"
	"io"
	"strconv"

	"github.com/seed92179c4c/stategen/internal/files"
)

// Sum stands for content. "" is that of what can't be read.
type Sum string

// SumOf sums up content.
func SumOf(content []byte) Sum {
	s := sha256.Sum256(content)
	return Sum(s[:])
}

// SumOfFile sums up what a file holds now, of which it keeps little in memory:
// generated files are long.
func SumOfFile(path string) Sum {
	f, err := files.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return Sum(h.Sum(nil))
}

// SumOfList sums up texts, so that no two lists have one sum.
func SumOfList(texts ...string) Sum {
	var all []byte
	for _, t := range texts {
		all = strconv.AppendInt(all, int64(len(t)), 10)
		all = append(all, ' ')
		all = append(all, t...)
	}
	return SumOf(all)
}
