package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/breaking"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// BreakingRequest is which schemas are to be compared, and with what.
type BreakingRequest struct {
	Patterns []string // schemas; none: that of the working folder
	// Against is the older versions: "git:REF", "git:REF:PATH", or a file. None: the
	// commit at which HEAD left the default branch.
	Against []string
	// CI makes it an error that HEAD is compared with nothing but itself.
	CI bool
	// Baseline is a file of findings that are accepted, each with a reason; empty:
	// there is none.
	Baseline string
	// WriteBaseline is the file that all findings are to be written to, as accepted for
	// Reason; empty: there is none. The reasons of a file that is there are kept.
	WriteBaseline, Reason string
}

// BreakingReport is what was compared and found.
type BreakingReport struct {
	Findings diag.List    // sorted
	Sources  diag.Sources // the files of all versions, by the names that findings have
	Broken   bool         // a schema has errors: Findings are these, and nothing of it was compared
	Against  string       // what the schemas were compared with
	Compared int          // how many schemas were
	New      []NewSchema
	Due      []Rename // what all older versions announce already
	baselined
}

// NewSchema is a schema that is not in one of the older versions.
type NewSchema struct{ Schema, Against string }

// Rename is a key of a schema that is to have another name.
type Rename struct{ Schema, From, To string }

// Breaking compares schemas with older versions of theirs, as a store sees them.
// Older versions are read without a checkout, with the schemas that they include
// and their instruction files.
func (w *Workspace) Breaking(ctx context.Context, r BreakingRequest) (*BreakingReport, error) {
	paths, err := w.Schemas(ctx, r.Patterns)
	if err != nil {
		return nil, err
	}
	if len(r.Against) == 0 {
		r.Against = []string{""}
	}
	c := &comparing{Workspace: w, request: r, paths: paths, concerns: map[identity][]string{}, due: map[Rename]int{}}
	c.report.Sources = diag.Sources{}
	if err := c.compareAll(ctx); err != nil {
		return nil, err
	}
	if err := c.accepted(); err != nil {
		return nil, err
	}
	c.attribute()
	c.report.Findings = c.report.Findings.Sort()
	return &c.report, nil
}

// comparing is one call of Breaking.
type comparing struct {
	*Workspace
	request  BreakingRequest
	paths    []string // of the schemas of today
	versions []*older
	report   BreakingReport
	concerns map[identity][]string // older versions, by the findings that concern them
	due      map[Rename]int        // how many older versions announce it
}

// identity tells findings apart.
type identity struct {
	span        diag.Span
	id, message string
}

func identityOf(d diag.Diagnostic) identity { return identity{d.Span, d.ID, d.Message} }

// older finds the older versions of schemas.
type older struct {
	against string // as the request names it
	name    string
	isHead  bool
	// of returns the older version of a schema; without a File there is none.
	of func(ctx context.Context, today *schema.Schema) (load.Result, bool, error)
	// gone returns the schemas that are no longer there, by their files, once of has been
	// asked for all that are; nil: there can be none.
	gone func(context.Context) (map[string]*schema.Schema, error)
}

func (c *comparing) compareAll(ctx context.Context) error {
	var names []string
	for i, against := range c.request.Against {
		if slices.Contains(c.request.Against[:i], against) {
			continue
		}
		v, err := c.older(ctx, against)
		if err != nil {
			return err
		}
		v.against = against
		c.versions, names = append(c.versions, v), append(names, v.name)
	}
	c.report.Against = strings.Join(names, "; ")
	for _, path := range c.paths {
		if err := c.compare(ctx, path); err != nil {
			return err
		}
	}
	for _, v := range c.versions {
		if err := c.missing(ctx, v); err != nil {
			return err
		}
	}
	isOther := func(v *older) bool { return !v.isHead }
	if c.request.CI && len(c.report.Findings) == 0 && !slices.ContainsFunc(c.versions, isOther) {
		return fmt.Errorf("nothing was compared: HEAD is compared with itself (%s); "+
			"name what runs, such as --against git:v1.4.0 or git:HEAD~1", c.report.Against)
	}
	return nil
}

// compare compares a schema with all its older versions.
func (c *comparing) compare(ctx context.Context, path string) error {
	r := &c.report
	today, err := c.load(ctx, nil, []string{path})
	if err != nil {
		return err
	}
	maps.Copy(r.Sources, today.Sources)
	if today.Findings.HasErrors() || len(today.Schemas) == 0 {
		r.Broken, r.Findings = true, append(r.Findings, today.Findings...)
		return nil
	}
	compared := false
	for _, v := range c.versions {
		old, found, err := v.of(ctx, today.Schemas[0])
		if err != nil {
			return err
		}
		if !found {
			r.New = append(r.New, NewSchema{path, v.name})
			continue
		}
		maps.Copy(r.Sources, old.Sources)
		if old.Schema == nil {
			r.Broken, r.Findings = true, append(r.Findings, old.Diagnostics...)
			continue
		}
		compared = true
		c.found(v, breaking.Compare(old.Schema, today.Schemas[0]))
		c.announced(breaking.Due(old.Schema, today.Schemas[0]), path)
	}
	if compared {
		r.Compared++
	}
	return nil
}

// announced notes renames that an older version announces.
func (c *comparing) announced(due []*schema.Key, path string) {
	for _, k := range due {
		one := Rename{path, k.Wire(), k.RenamedTo}
		if c.due[one]++; c.due[one] == len(c.versions) {
			c.report.Due = append(c.report.Due, one)
		}
	}
}

// missing reports schemas that are there no longer.
func (c *comparing) missing(ctx context.Context, v *older) error {
	if v.gone == nil {
		return nil
	}
	gone, err := v.gone(ctx)
	for file, old := range gone {
		c.found(v, breaking.Gone(old, file))
	}
	return err
}

// found notes what comparing with an older version has found.
func (c *comparing) found(v *older, list diag.List) {
	for _, d := range list {
		id := identityOf(d)
		if c.concerns[id] == nil {
			c.report.Findings = append(c.report.Findings, d)
		}
		c.concerns[id] = append(c.concerns[id], cmp.Or(v.against, v.name))
	}
}

// attribute says of findings that not all older versions have which ones do.
func (c *comparing) attribute() {
	for i, d := range c.report.Findings {
		if versions := c.concerns[identityOf(d)]; versions != nil && len(versions) < len(c.versions) {
			c.report.Findings[i].Message += ", compared with " + strings.Join(versions, " and ")
		}
	}
}

func (c *comparing) older(ctx context.Context, against string) (*older, error) {
	ref, isGit := strings.CutPrefix(against, "git:")
	if isGit && ref == "" {
		return nil, errors.New("git: names no commit; write git:REF, or leave --against out for the merge base")
	}
	if isGit || against == "" {
		return c.olderInGit(ctx, ref)
	}
	if len(c.paths) != 1 {
		return nil, fmt.Errorf("%d schemas can't be compared with one file; name one of them", len(c.paths))
	}
	return &older{name: against, of: func(context.Context, *schema.Schema) (load.Result, bool, error) {
		if err := c.disk().Exists(against); err != nil {
			return load.Result{}, false, err
		}
		project, err := c.disk().Of(against)
		if err != nil {
			return load.Result{}, false, err
		}
		return load.Schema(filepath.ToSlash(against), project.Read), true, nil
	}}, nil
}

// accepted leaves out what a baseline accepts, or writes one.
func (c *comparing) accepted() error {
	r, request := &c.report, c.request
	switch {
	case r.Broken:
		return nil
	case request.WriteBaseline != "":
		found := r.Findings
		r.Findings = nil
		return r.renew(c.Workspace, request.WriteBaseline, found, request.Reason)
	case request.Baseline == "":
		return nil
	}
	known, err := c.disk().readBaseline(request.Baseline)
	if err != nil {
		return err
	}
	for _, e := range known {
		if strings.TrimSpace(e.Reason) == "" {
			return fmt.Errorf("%s: the entry about %s has no reason; write why it is accepted", request.Baseline, diag.Quote(e.Message))
		}
	}
	r.Findings = r.filter(known, r.Findings)
	return nil
}
