package workspace

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// A baseline lets an existing project take up checking: what it has is written
// down once, and only what is new is reported.

func (c *checking) applyBaseline() error {
	switch {
	case c.WriteBaseline != "":
		return c.renewBaseline()
	case c.Baseline != "":
		return c.filterByBaseline()
	}
	return nil
}

// renewBaseline writes the findings down and leaves none. A wrong schema has
// nothing to be written down: it hides findings.
func (c *checking) renewBaseline() error {
	if c.Broken {
		return errors.New("a schema is wrong, so no baseline was written; `stategen check` shows it")
	}
	known := diag.NewBaseline(c.Findings)
	c.Known, c.Findings = len(c.Findings), nil
	var err error
	c.NewBaseline, err = c.baseline(c.WriteBaseline, known)
	return err
}

// baseline is what writes a baseline to a file; nothing: that holds it already.
func (w *Workspace) baseline(path string, b diag.Baseline) ([]Change, error) {
	var out bytes.Buffer
	if err := diag.WriteBaseline(&out, b); err != nil {
		return nil, err
	}
	change, err := w.Replace(path, out.Bytes())
	if err != nil || change == nil {
		return nil, err
	}
	return []Change{*change}, nil
}

func (d disk) readBaseline(path string) (diag.Baseline, error) {
	project, err := d.OfNamed(path)
	if err != nil {
		return nil, err
	}
	defer project.Close()
	text, err := project.Read(path)
	if err != nil {
		return nil, err
	}
	b, err := diag.ReadBaseline(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

func (c *checking) filterByBaseline() error {
	b, err := c.disk().readBaseline(c.Baseline)
	if err != nil {
		return err
	}
	left, stale := b.Filter(c.Findings)
	c.Known, c.Stale = len(c.Findings)-len(left), len(stale)
	c.Findings = left
	return nil
}
