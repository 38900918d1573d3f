package gencode

import (
	"sync"

	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
)

// Codes keeps the generated code of schemas. It is safe for concurrent use.
type Codes struct {
	mu       sync.Mutex
	bySchema map[string]*Code
}

// New returns codes of which none has been read.
func New() *Codes { return &Codes{bySchema: map[string]*Code{}} }

// Of returns the code generated from a schema into a folder; nil if there is
// none, or none for which raw keys could be exchanged.
func (g *Codes) Of(src *sources.Reader, schema, dir string) *Code {
	g.mu.Lock()
	defer g.mu.Unlock()
	known, ok := g.bySchema[schema]
	if !ok {
		known = readGenerated(src, schema, dir)
		g.bySchema[schema] = known
	}
	return known
}
