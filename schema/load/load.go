package load

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/report"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
	"github.com/seed92179c4c/stategen/schema/internal/shape"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// ReadFile returns the bytes of a file, like os.ReadFile. Paths are separated
// by slashes, and are relative to the working folder or absolute.
type ReadFile func(path string) ([]byte, error)

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
		Report: &report.Report{}, read: read, sources: diag.Sources{},
		gaps: newGaps(),
	}
	s := l.load(path)
	r := Result{Schema: s, Diagnostics: l.Findings(), Sources: l.sources}
	if r.Diagnostics.HasErrors() {
		r.Schema, r.Partial = nil, l.gaps.validSubset(s)
	}
	return r
}

const maxTotalSize = 8 << 20 // bytes of all schema files of one load

// loader is the state of one load.
type loader struct {
	*report.Report
	read    ReadFile
	sources diag.Sources
	gaps    *gaps
	total   int // bytes of schema files read
}

func (l *loader) load(path string) *schema.Schema {
	root := l.open(path, diag.Span{})
	if root == nil {
		return nil
	}
	s := l.settings(path, root)
	docs, imports := l.documents(path, root)
	s.Imports = imports
	types := &typeReader{valueReader{l.Report, l.gaps}, map[string]*declared{}}
	types.types(s, docs)
	keys := &keyReader{typeReader: types}
	keys.keys(s, docs)
	checkRenames(keys.renames, s.Keys, l.Report, l.gaps)
	checkCycles(s.Types, l.Report, l.gaps)
	checkFamilies(s.Keys, l.Report, l.gaps)
	l.instructions(s, root)
	l.advise(s, docs)
	return s
}

// document is one schema file that takes part in a load.
type document struct {
	root *yamlsrc.Node
	imp  *schema.Import // set when its Go types exist already
}

// open reads and parses a schema file and checks its shape. From is where the
// file is asked for; zero for the file that the caller named. It returns nil
// when there is nothing to go on with.
func (l *loader) open(path string, from diag.Span) *yamlsrc.Node {
	text, err := l.read(path)
	if err != nil {
		if from.IsZero() {
			from = diag.Span{File: path}
			l.sources.Add(path, nil)
		}
		found := l.Add(rules.UnreadableFile, from, "cannot read %s: %v", path, plainError(err))
		if from.File != path {
			found.Hint("create it, or correct the path; it is relative to the schema that names it")
		}
		return nil
	}
	f := yamlsrc.NewFile(l.sources.Add(path, text))
	if !yamlsrc.CheckText(l.Report, f.Src, yamlsrc.MaxFileSize) {
		return nil
	}
	if l.total += len(text); l.total > maxTotalSize {
		l.Add(rules.FileLimit, from, "the included schemas have more than %d bytes together", maxTotalSize).
			Hint("include less")
		return nil
	}
	root := yamlsrc.Parse(f, l.Report, shape.Foreign(l.Report))
	if f.More {
		l.gaps.everything()
	}
	switch {
	case root == nil:
		return nil
	case root.IsNull():
		l.Add(rules.MissingField, f.Span(0, 0), "the file is empty").Hint("begin with version: 1")
		return nil
	case !shape.IsSchema(root):
		shape.ReportForeign(f, l.Report)
		return nil
	}
	shape.Check(root, l.Report)
	l.gaps.wrongSections(root)
	return root
}
