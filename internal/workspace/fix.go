package workspace

import (
	"bytes"
	"context"
	gofmt "go/format"
	"maps"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// mostFixes ends a call whose fixes call for one another.
const mostFixes = 10_000

// Fix is Check that carries out the certain fixes, and no suggestion: the report
// has what is left to find, what was fixed, and the files to write for that. A
// schema's mistake hides other findings, so that once it is fixed everything is
// checked again. Nothing is written.
func (w *Workspace) Fix(ctx context.Context, r CheckRequest) (*Report, error) {
	t, err := w.checkTargets(ctx, r)
	if err != nil {
		return nil, err
	}
	var fixed []FixedFinding
	var changes []Change
	for {
		c, err := w.check(ctx, r, t)
		if err != nil {
			return nil, err
		}
		done := c.certainFixes()
		fixed = append(fixed, c.fixed(done.Done)...)
		c.Findings = done.Left
		if w, err = t.take(w, &changes, c.changed(done)); err != nil {
			return nil, err
		}
		if !c.Broken || len(done.Done) == 0 || len(fixed) > mostFixes {
			c.Fixed, c.Changes = fixed, changes
			return &c.Report, nil
		}
	}
}

// Preview is Check whose report has the changes that Fix would begin with. The
// findings are those that there are before.
func (w *Workspace) Preview(ctx context.Context, r CheckRequest) (*Report, error) {
	c, err := checkOnce(ctx, w, r)
	if err != nil {
		return nil, err
	}
	c.Changes = c.changed(c.certainFixes())
	return &c.Report, nil
}

// certainFixes carries out the certain fixes of the findings in files.
func (c *checking) certainFixes() diag.Fixed {
	fixable := slices.Clone(c.Findings)
	for i := range fixable {
		if fixable[i].Span.File == stdinName {
			fixable[i].Fixes = nil // there is no file to fix
		}
	}
	return diag.ApplyFixes(fixable, c.Sources)
}

// changed is the files that fixes change.
func (c *checking) changed(f diag.Fixed) []Change {
	var list []Change
	for _, name := range slices.Sorted(maps.Keys(f.Files)) {
		src := c.Sources[name]
		after := keepFormat(src, f.Files[name])
		if after == nil {
			after = []byte{}
		}
		list = append(list, Change{Path: name, Before: src.Text, After: after})
	}
	return list
}

// take joins new changes to those before, and returns the workspace in which they
// are made, but not saved.
func (t *checkTargets) take(w *Workspace, changes *[]Change, found []Change) (*Workspace, error) {
	for _, c := range found {
		t.renew(c.Path, c.After)
		var err error
		if w, err = w.with(c.Path, c.After); err != nil {
			return nil, err
		}
		i := slices.IndexFunc(*changes, func(earlier Change) bool { return earlier.Path == c.Path })
		if i < 0 {
			*changes = append(*changes, c)
		} else {
			(*changes)[i].After = c.After
		}
	}
	return w, nil
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

// fixed says where what was fixed was before.
func (c *checking) fixed(done diag.List) []FixedFinding {
	var list []FixedFinding
	for _, d := range done {
		list = append(list, FixedFinding{d, c.Sources[d.Span.File].Position(d.Span.Start)})
	}
	return list
}
