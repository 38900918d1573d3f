package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/spf13/cobra"
)

type checkOptions struct {
	output
	schema string
}

func newCheck() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [SCHEMA | FOLDER | FOLDER/... | PROMPT... | -]",
		Short: "Hold the placeholders of prompts against the schema",
		Long: `check reads each schema, then its instructions and the prompt files that its
check.templates names, and reports placeholders that don't agree with the
declared keys.

Without arguments it uses stategen.yaml in the current folder. A prompt file
named on the command line is checked alone, against --schema or else the
nearest stategen.yaml in its folder or above; "-" is a prompt on standard input.`,
		Example: `  stategen check
  stategen check ./...
  stategen check prompts/greeter.md
  stategen check --format sarif > findings.sarif`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	cmd.Flags().StringVar(&o.schema, "schema", "", "the schema that prompt files on the command line are held against")
	return cmd
}

func (o *checkOptions) run(cmd *cobra.Command, args []string) error {
	if err := o.validate(); err != nil {
		return err
	}
	jobs, err := o.jobs(args, cmd.InOrStdin())
	if err != nil {
		return err
	}
	found, sources := diag.List{}, diag.Sources{}
	broken := false
	for _, j := range jobs {
		r, err := j.run(sources)
		if err != nil {
			return err
		}
		broken = broken || r.broken
		found = append(found, r.findings...)
	}
	if err := o.print(cmd.OutOrStdout(), found, sources); err != nil {
		return err
	}
	switch {
	case broken:
		return exitError(exitFailed)
	case o.fails(found):
		return exitError(exitFindings)
	}
	return nil
}

// checkJob is one schema and the prompts to hold against it: those named, or
// all that the schema names.
type checkJob struct {
	schema  string
	prompts []*diag.Source
	all     bool
}

// jobs sorts the arguments into schemas and prompts, one job for each schema.
func (o *checkOptions) jobs(args []string, stdin io.Reader) ([]*checkJob, error) {
	var list []*checkJob
	job := func(path string) *checkJob {
		for _, j := range list {
			if j.schema == path {
				return j
			}
		}
		list = append(list, &checkJob{schema: path})
		return list[len(list)-1]
	}
	if len(args) == 0 {
		args = []string{"."}
		if o.schema != "" {
			args[0] = o.schema
		}
	}
	for _, arg := range args {
		if o.isSchema(arg) {
			paths, err := findSchemas([]string{arg})
			if err != nil {
				return nil, err
			}
			for _, path := range paths {
				job(path).all = true
			}
			continue
		}
		prompt, path, err := o.prompt(arg, stdin)
		if err != nil {
			return nil, err
		}
		j := job(path)
		j.prompts = append(j.prompts, prompt)
	}
	return list, nil
}

// isSchema tells a schema, or folders of them, from a prompt file.
func (o *checkOptions) isSchema(arg string) bool {
	if arg == o.schema || filepath.Base(arg) == schemaName || strings.HasSuffix(filepath.ToSlash(arg), "/...") {
		return true
	}
	info, err := os.Stat(arg)
	return err == nil && info.IsDir()
}

// prompt reads a prompt file and finds the schema that governs it.
func (o *checkOptions) prompt(arg string, stdin io.Reader) (*diag.Source, string, error) {
	path := o.schema
	var text []byte
	var err error
	switch {
	case arg == "-":
		arg = "stdin"
		if path == "" {
			path = schemaName
		}
		text, err = io.ReadAll(stdin)
	default:
		arg = filepath.Clean(arg)
		text, err = os.ReadFile(arg)
	}
	if err == nil && path == "" {
		path, err = nearestSchema(arg)
	}
	if err != nil {
		return nil, "", err
	}
	return diag.NewSource(arg, text), filepath.Clean(path), nil
}

// checked is what a job found; broken says that the schema itself is wrong.
type checked struct {
	findings diag.List
	broken   bool
}

func (j *checkJob) run(sources diag.Sources) (checked, error) {
	input, err := load([]string{j.schema})
	if err != nil {
		return checked{}, err
	}
	for name, src := range input.sources {
		sources[name] = src
	}
	r := checked{findings: input.diagnostics, broken: input.diagnostics.HasErrors()}
	for _, s := range input.schemas {
		found, err := j.check(s, input.sources, sources)
		if err != nil {
			return checked{}, err
		}
		r.findings = append(r.findings, found...)
	}
	return r, nil
}

func (j *checkJob) check(s *schema.Schema, own, sources diag.Sources) (diag.List, error) {
	files := j.prompts
	if j.all {
		matched, err := matchTemplates(s)
		if err != nil {
			return nil, err
		}
		files = append(slices.Clone(files), matched...)
	}
	for _, f := range files {
		sources[f.Name] = f
	}
	found := check.Templates(s, append(slices.Clone(files), own[s.File]))
	if j.all {
		return found, nil
	}
	named := func(d diag.Diagnostic) bool {
		return slices.ContainsFunc(j.prompts, func(p *diag.Source) bool { return p.Name == d.Span.File })
	}
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return !named(d) }), nil
}

// matchTemplates reads the files that the schema's globs match, relative to
// its folder.
func matchTemplates(s *schema.Schema) ([]*diag.Source, error) {
	var files []*diag.Source
	for _, glob := range s.Check.Templates {
		pattern := filepath.Join(filepath.Dir(s.File), filepath.FromSlash(glob.Pattern))
		paths, err := doublestar.FilepathGlob(pattern, doublestar.WithFilesOnly())
		if err != nil {
			return nil, fmt.Errorf("%s: check.templates %q: %w", s.File, glob.Pattern, err)
		}
		slices.Sort(paths)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			files = append(files, diag.NewSource(path, text))
		}
	}
	return files, nil
}
