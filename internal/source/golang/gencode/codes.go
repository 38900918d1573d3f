package gencode

import (
	"path/filepath"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
)

// Codes keeps the generated code of schemas. It is safe for concurrent use.
type Codes struct {
	mu       sync.Mutex
	bySchema map[string]stampedCode
}

type stampedCode struct {
	*Code
	stamp string
}

// New returns codes of which none has been read.
func New() *Codes { return &Codes{bySchema: map[string]stampedCode{}} }

// Of returns the code generated from a schema into a folder; nil if there is
// none, or none for which raw keys could be exchanged.
func (g *Codes) Of(src *sources.Reader, schema, dir string) *Code {
	g.mu.Lock()
	defer g.mu.Unlock()
	files, stamped := generatedFiles(src, dir)
	known, ok := g.bySchema[schema]
	if !ok || known.stamp != stamped {
		known = stampedCode{readGenerated(src, schema, dir, files), stamped}
		g.bySchema[schema] = known
	}
	return known.Code
}

// generatedFiles lists the files of a folder that may be generated, with what
// changes when one of them does.
func generatedFiles(src *sources.Reader, dir string) (files []string, stamped string) {
	var b strings.Builder
	for _, name := range src.Folder(dir) {
		if strings.HasSuffix(name, "_gen.go") {
			path := filepath.Join(dir, name)
			files = append(files, path)
			b.WriteString(path + " " + sources.Stamp(path) + "\n")
		}
	}
	return files, b.String()
}
