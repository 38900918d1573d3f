package workspace

import (
	"bytes"
	"context"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema/format"
)

// Formatted is schemas in their canonical layout.
type Formatted struct {
	Files    []FormattedFile
	Findings diag.List    // what keeps files from being formatted
	Sources  diag.Sources // the files as they are
}

// FormattedFile is one schema's file in its canonical layout.
type FormattedFile struct {
	Change
	Stdin bool // it was read from standard input, not from a file
}

// Changed reports whether the layout is another one than before.
func (f FormattedFile) Changed() bool { return !bytes.Equal(f.Before, f.After) }

// Format lays out the schemas that patterns name, or the one on standard input:
// "-". It reads nothing but their own files. Comments and order stay as they are,
// and so does the meaning. If there are findings that are errors, nothing is to be
// written.
func (w *Workspace) Format(ctx context.Context, patterns []string) (*Formatted, error) {
	f := &Formatted{Sources: diag.Sources{}}
	if isStdin(patterns) {
		text, err := w.stdin(ctx)
		if err != nil {
			return nil, err
		}
		f.add(stdinName, text, true)
		return f, nil
	}
	paths, err := w.Schemas(ctx, patterns)
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		project, err := w.disk().Of(path)
		if err != nil {
			return nil, err
		}
		text, err := project.Read(path)
		if err != nil {
			return nil, err
		}
		f.add(path, text, false)
	}
	return f, nil
}

func (f *Formatted) add(name string, text []byte, stdin bool) {
	after, found := format.Source(name, text)
	if after == nil {
		after = text
	}
	f.Findings = append(f.Findings, found...)
	f.Sources[name] = diag.NewSource(name, text)
	f.Files = append(f.Files, FormattedFile{Change{Path: name, Before: text, After: after}, stdin})
}
