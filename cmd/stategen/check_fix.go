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
	"github.com/seed92179c4c/stategen/internal/files"
)

// applyFixes carries out the certain fixes of the findings if --fix asks for
// it, and leaves the other findings; --diff prints the changes and leaves all.
func (o *checkOptions) applyFixes(w io.Writer, r *checked, targets *checkTargets) error {
	if !o.fix && !o.diff {
		return nil
	}
	fixable := slices.Clone(r.findings)
	for i := range fixable {
		if fixable[i].Span.File == stdinName {
			fixable[i].Fixes = nil // there is no file to fix
		}
	}
	fixed := diag.ApplyFixes(fixable, r.sources)
	for _, name := range slices.Sorted(maps.Keys(fixed.Files)) {
		src := r.sources[name]
		text := keepFormat(src, fixed.Files[name])
		if err := o.fixFile(w, src, text); err != nil {
			return err
		}
		if o.fix {
			targets.renew(name, text)
		}
	}
	if o.fix {
		r.fixed = told(fixed.Done, r.sources)
		r.findings = fixed.Left
	}
	return nil
}

// renew takes the new text of a prompt that was read already.
func (t *checkTargets) renew(name string, text []byte) {
	for _, j := range t.jobs {
		for i, p := range j.prompts {
			if p.Name == name {
				j.prompts[i] = diag.NewSource(name, text)
			}
		}
	}
}

// fixFile writes the new text, or prints the difference.
func (o *checkOptions) fixFile(w io.Writer, src *diag.Source, text []byte) error {
	if o.fix {
		return files.Replace(src.Name, text)
	}
	name := filepath.ToSlash(src.Name)
	_, err := io.WriteString(w, udiff.Unified(name, name, string(src.Text), string(text)))
	return err
}

// keepFormat formats Go source that was as gofmt writes it before it was fixed.
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

// told says what was fixed, a line each, and where it was before.
func told(done diag.List, sources diag.Sources) []string {
	var lines []string
	for _, d := range done {
		at := sources[d.Span.File].Position(d.Span.Start)
		lines = append(lines, fmt.Sprintf("%s:%d:%d: fixed: %s [%s]: %s\n", d.Span.File, at.Line, at.Column, d.Message, d.ID, d.Fixes[0].Message))
	}
	return lines
}
