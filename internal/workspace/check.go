package workspace

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/statelint"
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
		prompts: map[string]bool{}, generated: map[string]bool{}, projects: map[string]project.Code{},
	}
	c.Unread = c.checkGo(ctx, t.parts)
	for _, j := range t.jobs {
		if err := c.checkPrompts(ctx, j); err != nil {
			return nil, err
		}
	}
	c.Prompts = len(c.prompts)
	if err := c.demandWork(ctx, t); err != nil {
		return nil, err
	}
	c.Findings = c.selected(c.Findings.Sort())
	if c.WriteBaseline != "" && c.Unread != nil {
		return nil, c.Unread // there may be more to write down
	}
	return c, c.applyBaseline()
}

// demandWork makes a finding of a check that looked at nothing where there is something.
func (c *checking) demandWork(ctx context.Context, t *checkTargets) error {
	if c.Prompts+c.Packages+len(c.Findings) > 0 || c.Unread != nil {
		return nil
	}
	if len(c.ungoverned) > 0 && len(t.jobs) == 0 {
		first := c.ungoverned[0]
		hint := "write a schema; stategen infer drafts one. A comment " + statelint.Directive + "PATH in a Go file names one elsewhere"
		c.Findings = append(c.Findings, project.NothingChecked(first.Span, first.Reason, hint))
		return nil
	}
	if len(c.Patterns) > 0 {
		return nil
	}
	own := t.jobs[0].schema
	parts, err := gomodules.Parts(ctx, filepath.Dir(own), true)
	if err != nil || len(parts) == 0 {
		return err
	}
	c.Findings = append(c.Findings, project.NothingChecked(diag.Span{File: own},
		"this schema has no prompts, and Go packages are checked where they are named", "run stategen check ./..."))
	return nil
}

// selected leaves the findings that are asked for. What is wrong with a schema
// itself always counts.
func (c *checking) selected(list diag.List) diag.List {
	if len(c.Rules) == 0 {
		return list
	}
	ofChecker := project.Rules()
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		_, checks := ofChecker.Find(d.ID)
		return checks && !slices.Contains(c.Rules, d.ID)
	})
}
