package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/spf13/cobra"
	"golang.org/x/tools/txtar"
)

type generateOptions struct {
	output
	check bool
}

func newGenerate() *cobra.Command {
	var o generateOptions
	cmd := &cobra.Command{
		Use:   "generate [SCHEMA | FOLDER | FOLDER/... | -]",
		Short: "Write the Go package that a schema describes",
		Long: `generate reads each schema and writes its Go package: key constants, types,
accessors, delta builder, snapshot, initial state and compiled instructions.

Without arguments it reads stategen.yaml in the current folder. Files that
would not change are not rewritten; generated files that are no longer produced
are removed. What a run read and wrote is noted in the user's cache folder, so
that the next one stops at once if nothing has changed; STATEGENCACHE=off turns
that off. A mistake in any schema leaves all output as it was. With "-" the
schema is read from standard input and the files are printed as txtar.`,
		Example: `  stategen generate
  stategen generate ./...
  stategen generate --check examples/booking/stategen.yaml
  //go:generate stategen generate`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	cmd.Flags().BoolVar(&o.check, "check", false, "write nothing; print what would change and exit 1 if anything would")
	return cmd
}

func (o *generateOptions) run(cmd *cobra.Command, args []string) error {
	if err := o.validate(); err != nil {
		return err
	}
	if len(args) == 1 && args[0] == "-" {
		return o.runStdin(cmd)
	}
	schemas, err := findSchemas(cmd.Context(), args)
	if err != nil {
		return err
	}
	if o.check {
		return o.compare(cmd, schemas)
	}
	last := lastRecord(schemas)
	if r, known := last.Load(); known && r.holds() {
		return o.finish(cmd, loaded{}, r.plans())
	}
	in := newInputs()
	input, plans, err := o.generate(cmd, in, schemas)
	if err != nil {
		return err
	}
	if err := o.finish(cmd, input, plans); err != nil {
		return err
	}
	// Findings are to be seen each time.
	if len(input.diagnostics) == 0 && !in.torn {
		last.Save(newRecord(in, plans))
	}
	return nil
}

// compare holds what would be generated against what is there. It asks no
// record of earlier runs.
func (o *generateOptions) compare(cmd *cobra.Command, schemas []string) error {
	input, plans, err := o.generate(cmd, nil, schemas)
	if err != nil {
		return err
	}
	if err := o.report(cmd, input); err != nil {
		return err
	}
	imported, err := importedPlans(cmd.Context(), input.schemas)
	if err != nil {
		return err
	}
	return reportStale(cmd.OutOrStdout(), append(plans, imported...))
}

// finish reports what was found, and carries out the plans if that is no error.
func (o *generateOptions) finish(cmd *cobra.Command, input loaded, plans []*plan) error {
	if err := o.report(cmd, input); err != nil {
		return err
	}
	for _, p := range plans {
		if err := p.apply(); err != nil {
			return err
		}
		fmt.Fprintln(cmd.OutOrStdout(), p.summary())
	}
	return nil
}

// generate loads the schemas and plans what their code changes.
func (o *generateOptions) generate(cmd *cobra.Command, in *inputs, schemas []string) (loaded, []*plan, error) {
	defer progress(cmd.ErrOrStderr(), "generating")()
	input, err := loadThrough(cmd.Context(), in, schemas)
	if err != nil {
		return input, nil, err
	}
	plans, err := o.plan(cmd.Context(), &input)
	return input, plans, err
}

// plan generates every schema and compares the files with those on disk. What
// generating finds joins the findings of reading.
func (o *generateOptions) plan(ctx context.Context, input *loaded) ([]*plan, error) {
	var plans []*plan
	owner := map[string]string{}
	old := oldPackages{}
	for _, s := range input.schemas {
		dir := outputFolder(s)
		if s.Sound() { // or it writes nothing
			if other, taken := owner[dir]; taken {
				return nil, fmt.Errorf("%s and %s both write to %s; give one of them another `out`", other, s.File, dir)
			}
			owner[dir] = s.File
		}
		p, found, err := planSchema(s)
		input.diagnostics = append(input.diagnostics, found...)
		input.diagnostics = append(input.diagnostics, instructionErrors(s, input.sources)...)
		if err != nil {
			return nil, err
		}
		input.diagnostics = append(input.diagnostics, mixedPackages(s, p)...)
		if len(p.files) > 0 { // or the folder may be another one once the errors are mended
			input.diagnostics = append(input.diagnostics, old.of(ctx, s, dir)...)
		}
		plans = append(plans, p)
	}
	return plans, nil
}

// planSchema generates one schema's package, if it may be written where it is to
// be.
func planSchema(s *schema.Schema) (*plan, diag.List, error) {
	project, err := files.Of(s.File)
	if err != nil {
		return nil, nil, err
	}
	dir := outputFolder(s)
	if _, err := project.Rel(dir); errors.Is(err, files.ErrOutside) {
		return &plan{schema: s.File, dir: dir}, diag.List{outsideFolder(s, project)}, nil
	}
	opts := options(s, dir)
	generated, found := generator.Generate(s, opts)
	p, err := newPlan(project, s.File, dir, generated)
	if err != nil {
		return nil, found, err
	}
	p.pkg = cmp.Or(s.Package, opts.Package)
	return p, found, nil
}

func (o *generateOptions) runStdin(cmd *cobra.Command) error {
	input, err := loadArgs(cmd, []string{"-"})
	if err != nil {
		return err
	}
	var files []generator.File
	for _, s := range input.schemas {
		var found diag.List
		opts := options(s, outputFolder(s))
		opts.Source = stdinSource
		files, found = generator.Generate(s, opts)
		input.diagnostics = append(input.diagnostics, found...)
		input.diagnostics = append(input.diagnostics, instructionErrors(s, input.sources)...)
	}
	if err := o.report(cmd, input); err != nil {
		return err
	}
	return writeArchive(cmd.OutOrStdout(), files)
}

func writeArchive(w io.Writer, files []generator.File) error {
	var archive txtar.Archive
	for _, f := range files {
		archive.Files = append(archive.Files, txtar.File{Name: f.Name, Data: f.Content})
	}
	_, err := w.Write(txtar.Format(&archive))
	return err
}

// instructionErrors finds what is wrong with the instructions that are about to
// be compiled: a key that nobody declared would be empty for ever.
func instructionErrors(s *schema.Schema, sources diag.Sources) diag.List {
	files := []*diag.Source{sources[s.File]}
	for _, i := range s.Instructions {
		if i.File != "" && sources[i.Source] != nil {
			files = append(files, sources[i.Source])
		}
	}
	return slices.DeleteFunc(check.Templates(s, files), func(d diag.Diagnostic) bool {
		return d.Severity != diag.Error
	})
}

// outputFolder is where the schema's package is written.
func outputFolder(s *schema.Schema) string {
	return filepath.Join(filepath.Dir(s.File), filepath.FromSlash(s.Out))
}

// stdinSource is what files generated from standard input name as their source.
const stdinSource = "standard input"

func options(s *schema.Schema, dir string) generator.Options {
	source, err := filepath.Rel(dir, s.File)
	if err != nil {
		source = filepath.Base(s.File)
	}
	o := generator.Options{Source: filepath.ToSlash(source)}
	if s.Package == "" {
		o.Package = packageName(dir)
	}
	return o
}
