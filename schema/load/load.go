package load

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// Result is what Schema found.
type Result struct {
	Schema      *schema.Schema // nil when Diagnostics has errors
	Partial     *schema.Schema // then, the part that is sound; nil if nothing can be said
	Diagnostics diag.List      // sorted
	Sources     diag.Sources   // every file that was read, by the name in spans
}

// Readable returns the schema, or else the part of it that is sound: enough to
// check what it speaks of. Nothing may be generated from a part; see
// Schema.Sound.
func (r Result) Readable() *schema.Schema {
	if r.Schema != nil {
		return r.Schema
	}
	return r.Partial
}

// Schema reads the schema at path, the schemas it includes and the templates of
// its instructions, through read and nothing else. It reports every mistake of
// these files in one go. It never panics, and its time and memory are bounded
// by the limits that its messages name.
func Schema(path string, read ReadFile) Result {
	l := &loader{
		Report: &yamlsrc.Report{}, read: read, sources: diag.Sources{},
		gaps: newGaps(),
	}
	s := l.load(path)
	r := Result{Schema: s, Diagnostics: l.Findings(), Sources: l.sources}
	if r.Diagnostics.HasErrors() {
		r.Schema, r.Partial = nil, l.gaps.validSubset(s, l.Mistakes)
	}
	return r
}

func (l *loader) load(path string) *schema.Schema {
	root := l.open(path, diag.Span{})
	if root == nil {
		return nil
	}
	s := l.settings(path, root)
	docs, imports := l.documents(path, root)
	s.Imports = imports
	types := newTypeReader(l.Report, l.gaps)
	types.types(s, docs)
	for _, doc := range docs {
		s.Removed = append(s.Removed, types.moves.removed(doc.root)...)
	}
	keys := &keyReader{types}
	keys.keys(s, docs)
	checkCycles(s.Types, l.Report, l.gaps)
	l.gaps.spreadTypes(s.Types)
	types.moves.check(s)
	before := l.Mistakes
	l.instructions(s, root)
	l.gaps.explained += l.Mistakes - before
	l.advise(s, docs)
	return s
}

// Rules describes every kind of finding that Schema reports.
func Rules() diag.Rules { return diag.RulesOn(diag.OnSchemas) }
