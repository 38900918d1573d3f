package workspace

import (
	"context"
	"slices"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
)

// Check checks prompts, the instructions of schemas, and Go packages against
// their schemas. It loads Go packages by the go command, which it ends when ctx ends.
func (w *Workspace) Check(ctx context.Context, r CheckRequest) (*Report, error) {
	c, err := checkOnce(ctx, w, r)
	if err != nil {
		return nil, err
	}
	return &c.Report, nil
}

func checkOnce(ctx context.Context, w *Workspace, r CheckRequest) (*checking, error) {
	t, err := w.checkTargets(ctx, r)
	if err != nil {
		return nil, err
	}
	return w.check(ctx, r, t)
}

// check looks for findings.
func (w *Workspace) check(ctx context.Context, r CheckRequest, t *checkTargets) (*checking, error) {
	c := &checking{
		Workspace: w, CheckRequest: r, Report: Report{Sources: diag.Sources{}},
		prompts: map[string]bool{}, generated: map[string]bool{}, projects: map[string]check.Code{},
	}
	done := w.doing("reading Go packages")
	c.Unread = c.checkGo(ctx, t.parts)
	done()
	for _, j := range t.jobs {
		if err := c.checkPrompts(ctx, j); err != nil {
			return nil, err
		}
	}
	c.Findings = c.selected(c.Findings.Sort())
	c.Prompts = len(c.prompts)
	if c.WriteBaseline != "" && c.Unread != nil {
		return nil, c.Unread // there may be more to write down
	}
	return c, c.applyBaseline()
}

// selected leaves the findings that are asked for. What is wrong with a schema
// itself always counts.
func (c *checking) selected(list diag.List) diag.List {
	if len(c.Rules) == 0 {
		return list
	}
	ofChecker := check.Rules()
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		_, checks := ofChecker.Find(d.ID)
		return checks && !slices.Contains(c.Rules, d.ID)
	})
}
