package workspace

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/seed92179c4c/stategen/diag"
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
	var out bytes.Buffer
	if err := diag.WriteBaseline(&out, diag.NewBaseline(c.Findings)); err != nil {
		return err
	}
	c.Known, c.Findings = len(c.Findings), nil
	c.NewBaseline = []Change{{Path: c.WriteBaseline, After: out.Bytes()}}
	return nil
}

func (c *checking) filterByBaseline() error {
	text, err := c.disk().Read(c.Baseline)
	if err != nil {
		return err
	}
	b, err := diag.ReadBaseline(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", c.Baseline, err)
	}
	left, stale := b.Filter(c.Findings)
	c.Known, c.Stale = len(c.Findings)-len(left), len(stale)
	c.Findings = left
	return nil
}
