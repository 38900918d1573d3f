package schema

import (
	"github.com/seed92179c4c/stategen/diag"
)

// ReadFile returns the bytes of a file, like os.ReadFile. Paths are separated
// by slashes, and are relative to the working folder or absolute.
type ReadFile func(path string) ([]byte, error)

// Result is what Load found.
type Result struct {
	Schema      *Schema      // nil when Diagnostics has errors
	Partial     *Schema      // then, the part that is sound; nil if nothing can be said
	Diagnostics diag.List    // sorted
	Sources     diag.Sources // every file that was read, by the name in spans
}

// Readable returns the schema, or else the part of it that is sound: enough to
// check what it speaks of. Nothing may be generated from a part; see
// Schema.Sound.
func (r Result) Readable() *Schema {
	if r.Schema != nil {
		return r.Schema
	}
	return r.Partial
}

// Load reads the schema at path, the schemas it includes and the templates of
// its instructions, through read and nothing else. It reports every mistake of
// these files in one go. It never panics, and its time and memory are bounded
// by the limits that its messages name.
func Load(path string, read ReadFile) Result {
	l := &loader{
		report: &report{}, read: read, sources: diag.Sources{},
		gaps: newGaps(),
	}
	s := l.load(path)
	r := Result{Schema: s, Diagnostics: l.findings(), Sources: l.sources}
	if r.Diagnostics.HasErrors() {
		r.Schema, r.Partial = nil, l.gaps.soundPart(s)
	}
	return r
}

const maxTotalSize = 8 << 20 // bytes of all schema files of one load

// loader is the state of one load.
type loader struct {
	*report
	read    ReadFile
	sources diag.Sources
	gaps    *gaps
	total   int // bytes of schema files read
}

func (l *loader) load(path string) *Schema {
	root := l.open(path, diag.Span{})
	if root == nil {
		return nil
	}
	s := l.settings(path, root)
	docs, imports := l.documents(path, root)
	s.Imports = imports
	types := &typeReader{valueReader{l.report, l.gaps}, map[string]*declared{}}
	types.types(s, docs)
	keys := &keyReader{typeReader: types}
	keys.keys(s, docs)
	checkRenames(keys.renames, s.Keys, l.report, l.gaps)
	checkCycles(s.Types, l.report, l.gaps)
	checkFamilies(s.Keys, l.report, l.gaps)
	l.instructions(s, root)
	l.advise(s, docs)
	return s
}

// document is one schema file that takes part in a load.
type document struct {
	root *node
	imp  *Import // set when its Go types exist already
}

// open reads and parses a schema file and checks its shape. From is where the
// file is asked for; zero for the file that the caller named. It returns nil
// when there is nothing to go on with.
func (l *loader) open(path string, from diag.Span) *node {
	text, err := l.read(path)
	if err != nil {
		if from.IsZero() {
			from = diag.Span{File: path}
			l.sources.Add(path, nil)
		}
		found := l.add(idUnreadableFile, from, "cannot read %s: %v", path, plainError(err))
		if from.File != path {
			found.hint("create it, or correct the path; it is relative to the schema that names it")
		}
		return nil
	}
	f := newFile(l.sources.Add(path, text))
	if !checkText(l.report, f.src, maxFileSize) {
		return nil
	}
	if l.total += len(text); l.total > maxTotalSize {
		l.add(idFileLimit, from, "the included schemas have more than %d bytes together", maxTotalSize).
			hint("include less")
		return nil
	}
	root := parse(f, l.report, foreign(l.report))
	if f.more {
		l.gaps.everything()
	}
	switch {
	case root == nil:
		return nil
	case root.isNull():
		l.add(idMissingField, f.span(0, 0), "the file is empty").hint("begin with version: 1")
		return nil
	case !isSchema(root):
		noSchema(f, l.report)
		return nil
	}
	checkShape(root, l.report)
	l.gaps.wrongSections(root)
	return root
}
