package main

import (
	"fmt"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

type docsOptions struct {
	request workspace.DocsRequest
	check   bool
}

func newDocs() *cobra.Command {
	var o docsOptions
	cmd := &cobra.Command{
		Use:   "docs [SCHEMA | FOLDER] [PACKAGES]",
		Short: "Write the reference of all keys, with who writes and reads each",
		Long: `docs writes the reference of a schema's keys as Markdown or HTML: type, default,
constraints and older names, who writes and reads each and which prompts show
it, with places, and a matrix of keys by who uses them. Packages are those
named after the schema, or all below its folder.

-o names a file, whose extension says the format, or a folder; without it, or
with "-", the page is printed. The pages are the same each time.

--source 'https://example.com/o/r/blob/main/{path}#L{line}' makes places links
to there, with a path from the repository's folder.`,
		Example: `  stategen docs -o STATE.md
  stategen docs -o docs/state --per-key --format html examples/booking`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	f, r := cmd.Flags(), &o.request
	f.StringVarP(&r.Output, "output", "o", "", "a .md or .html file, or a folder")
	f.StringVar(&r.Format, "format", "", "markdown or html (default as the file's name says)")
	f.BoolVar(&r.PerKey, "per-key", false, "a page for each key")
	f.StringVar(&r.Source, "source", "", "the address of a line of source, with {path} and {line}")
	f.BoolVar(&o.check, "check", false, "write nothing; exit 1 if anything would change")
	complete(cmd, "format", "markdown", "html")
	return cmd
}

func (o *docsOptions) run(cmd *cobra.Command, args []string) error {
	if o.request.Output == "-" {
		o.request.Output = ""
	}
	if o.check && o.request.Output == "" {
		return fmt.Errorf("--check needs -o: there is nothing to compare with")
	}
	o.request.Schema, o.request.Patterns = schemaFirst(args)
	d, err := space(cmd).Docs(cmd.Context(), o.request)
	if err != nil {
		return err
	}
	found := plainText()
	if err := found.report(cmd, workspace.Loaded{Findings: d.Findings, Sources: d.Sources}); err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	switch {
	case o.request.Output == "":
		_, err = out.Write(d.Text)
		return err
	case o.check && len(d.Changes) == 0:
		_, err = fmt.Fprintf(out, "%s: fresh, %s\n", o.request.Output, count(d.Pages, "page"))
		return err
	}
	if err := settle(cmd, o.check, d.Changes...); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %s, %d changed\n", o.request.Output, count(d.Pages, "page"), len(d.Changes))
	return err
}
