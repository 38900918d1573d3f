package load

import (
	"errors"
	"io/fs"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/shape"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var unreadableFile = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unreadable-file",
	Summary: "a file that the schema needs cannot be read",
	Why:     "An included schema adds keys and types, and an instruction's file is compiled to Go. Without them the output would be another.",
	Bad:     "version: 1\ninstructions:\n  greeter: {file: prompts/greter.md}\n",
	Good:    "version: 1\ninstructions:\n  greeter: {file: prompts/greeter.md}\n",
})

var unreadableInstruction = unreadableFile.Says("cannot read the instruction file %s: %v",
	"create it, or correct the path; it is relative to this file")

// ReadFile returns the bytes of a file, like os.ReadFile. Paths are separated
// by slashes, and are relative to the working folder or absolute.
type ReadFile func(path string) ([]byte, error)

const maxTotalSize = 8 << 20 // bytes of all schema files of one load

// loader is the state of one load.
type loader struct {
	*yamlsrc.Report
	read    ReadFile
	sources diag.Sources
	gaps    *gaps
	total   int // bytes of schema files read
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
		found := l.Add(unreadableFile, from, "cannot read %s: %v", path, plainError(err))
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
		l.Say(yamlsrc.LargeIncludes, from, maxTotalSize)
		return nil
	}
	root := yamlsrc.Parse(f, l.Report)
	if f.More {
		l.gaps.all()
	}
	switch {
	case root == nil:
		return nil
	case root.IsNull():
		l.Say(yamlsrc.EmptyFile, f.Span(0, 0))
		return nil
	case !shape.IsSchema(root):
		shape.ReportForeign(f, l.Report)
		return nil
	}
	shape.Check(root, l.Report)
	l.gaps.wrongSections(root)
	return root
}

// plainError drops the operation and path that the message names already.
func plainError(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}
