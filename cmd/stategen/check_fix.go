package main

import (
	"bytes"
	"fmt"
	gofmt "go/format"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"github.com/aymanbagabas/go-udiff"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/staged"
)

// mend carries out the fixes of the findings if --fix asks for it, and leaves
// the findings that have none; --diff prints the changes and leaves all.
func (o *checkOptions) mend(w io.Writer, r *checked) error {
	if !o.fix && !o.diff {
		return nil
	}
	fixable := slices.Clone(r.findings)
	for i := range fixable {
		if fixable[i].Span.File == stdinName {
			fixable[i].Fixes = nil // there is no file to mend
		}
	}
	fixed := diag.ApplyFixes(fixable, r.sources)
	for _, name := range slices.Sorted(maps.Keys(fixed.Files)) {
		src := r.sources[name]
		if err := o.mendFile(w, src, keepFormat(src, fixed.Files[name])); err != nil {
			return err
		}
	}
	if o.fix {
		r.mended = fixed.Done
		r.findings = fixed.Left
	}
	return nil
}

// mendFile writes the new text, or prints the difference.
func (o *checkOptions) mendFile(w io.Writer, src *diag.Source, text []byte) error {
	if o.fix {
		return staged.Replace(src.Name, text)
	}
	name := filepath.ToSlash(src.Name)
	_, err := io.WriteString(w, udiff.Unified(name, name, string(src.Text), string(text)))
	return err
}

// keepFormat formats Go source that was as gofmt writes it before it was mended.
func keepFormat(src *diag.Source, text []byte) []byte {
	if filepath.Ext(src.Name) != ".go" {
		return text
	}
	if before, err := gofmt.Source(src.Text); err != nil || !bytes.Equal(before, src.Text) {
		return text
	}
	formatted, err := gofmt.Source(text)
	if err != nil {
		return text
	}
	return formatted
}

// tellMended says what was mended, and where it was before.
func (r *checked) tellMended(w io.Writer) {
	for _, d := range r.mended {
		at := r.sources[d.Span.File].Position(d.Span.Start)
		fmt.Fprintf(w, "%s:%d:%d: mended: %s [%s]: %s\n", d.Span.File, at.Line, at.Column, d.Message, d.ID, d.Fixes[0].Message)
	}
}
