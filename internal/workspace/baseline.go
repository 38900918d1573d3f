package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// baselined is what a baseline makes of findings. It lets an existing project take up checking: what it
// has is written down once, and only what is new is reported.
type baselined struct {
	Known int // findings that the baseline covers
	Stale int // entries of the baseline that are no longer found
	// NewBaseline is the baseline to write, if the request asks for one.
	NewBaseline []Change
}

// renew writes findings down. If there is a reason, the reasons of a file that is there are kept.
func (b *baselined) renew(w *Workspace, path string, list diag.List, reason string) error {
	all := diag.NewBaseline(list)
	if reason != "" {
		known, err := w.disk().readBaseline(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		all = all.WithReasons(known, reason)
	}
	var out bytes.Buffer
	if err := diag.WriteBaseline(&out, all); err != nil {
		return err
	}
	change, err := w.Replace(path, out.Bytes())
	if change != nil {
		b.NewBaseline = []Change{*change}
	}
	b.Known = len(list)
	return err
}

// filter leaves the findings that a baseline doesn't cover.
func (b *baselined) filter(known diag.Baseline, list diag.List) diag.List {
	left, stale := known.Filter(list)
	b.Known, b.Stale = len(list)-len(left), len(stale)
	return left
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

// applyBaseline writes the findings of a check down, or leaves out those that were.
func (c *checking) applyBaseline() error {
	switch {
	case c.WriteBaseline != "" && c.Broken:
		return errors.New("a schema is wrong, so no baseline was written; `stategen check` shows it") // it hides findings
	case c.WriteBaseline != "":
		found := c.Findings
		c.Findings = nil
		return c.renew(c.Workspace, c.WriteBaseline, found, "")
	case c.Baseline == "":
		return nil
	}
	known, err := c.disk().readBaseline(c.Baseline)
	if err == nil {
		c.Findings = c.filter(known, c.Findings)
	}
	return err
}
