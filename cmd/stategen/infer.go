package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint"
	"github.com/seed92179c4c/stategen/infer"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/spf13/cobra"
)

type inferOptions struct {
	file, into string
	pkg, out   string
	events     []string
	databases  []string
}

func newInfer() *cobra.Command {
	var o inferOptions
	cmd := &cobra.Command{
		Use:   "infer [PACKAGES]",
		Short: "Draft a stategen.yaml from the code that exists",
		Long: `infer reads Go packages (./... by default) and prints a schema of the state keys
that they use: scopes from prefixes, types from assertions and written values,
optional keys and defaults from what the code does when a key is missing. It
reads the agent configurations beside them, too: YAML files with instructions and
output keys. A comment above each key names the places and what is in doubt.

Types can also come from what is really stored: --events reads events or states
as JSON lines, --sqlite the database of stategen's or ADK's session service.

With --into a schema that exists gets the keys that it lacks; all else in it
stays as it is. Places where a key is known only when the program runs are
listed on standard error.`,
		Example: `  stategen infer -o stategen.yaml
  stategen infer --into stategen.yaml ./...
  stategen infer --sqlite sessions.db > stategen.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	cmd.Flags().StringVarP(&o.file, "output", "o", "", "write the schema to this new file instead of standard output")
	cmd.Flags().StringVar(&o.into, "into", "", "add the keys that this schema lacks")
	cmd.Flags().StringVar(&o.pkg, "package", "", "name of the generated package")
	cmd.Flags().StringVar(&o.out, "out", "", "folder of the generated package, from the schema's")
	cmd.Flags().StringSliceVar(&o.events, "events", nil, "file of events or states as JSON lines")
	cmd.Flags().StringSliceVar(&o.databases, "sqlite", nil, "SQLite database of a session service")
	cmd.MarkFlagsMutuallyExclusive("output", "into")
	cmd.MarkFlagsMutuallyExclusive("package", "into")
	cmd.MarkFlagsMutuallyExclusive("out", "into")
	return cmd
}

func (o *inferOptions) run(cmd *cobra.Command, args []string) error {
	if o.file != "" {
		if _, err := os.Stat(o.file); err == nil {
			return fmt.Errorf("%s exists already; --into %s adds to it", o.file, o.file)
		}
	}
	data, err := o.data()
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"./..."}
	}
	configs, err := agentConfigs(cmd.Context(), args)
	if err != nil {
		return err
	}
	found, err := statelint.Collect(args, statelint.CheckOptions{Context: cmd.Context(), Options: statelint.Options{Tests: true}, AgentConfigs: configs})
	if err != nil && len(data) == 0 {
		return err
	}
	o.place(cmd.Context())
	d := infer.New(found, data, infer.Options{
		Package: o.pkg, Out: o.out, Folder: shown(o.schemaFolder()), OutputPath: importPath(filepath.Join(o.schemaFolder(), filepath.FromSlash(o.out)), found.Modules),
	})
	added, err := o.write(cmd.OutOrStdout(), d)
	if err != nil && !errors.Is(err, infer.ErrNoKeys) {
		return err
	}
	summarizeInfer(cmd.ErrOrStderr(), found, d, added)
	if err != nil {
		return fmt.Errorf("%w in %s", err, strings.Join(args, " "))
	}
	return nil
}

// schemaFolder is where the schema will stand.
func (o *inferOptions) schemaFolder() string {
	return filepath.Dir(o.file + o.into)
}

// place chooses a folder for the generated package where it has no company:
// beside other Go files their names could be in its way.
func (o *inferOptions) place(ctx context.Context) {
	if o.into != "" {
		return
	}
	dir := o.schemaFolder()
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	if o.out == "" && (err == nil || hasGoFiles(ctx, dir)) {
		o.out = "agentstate"
	}
	if o.pkg == "" {
		o.pkg = "agentstate"
		if o.out != "" {
			o.pkg = identifier(filepath.Base(o.out))
		}
	}
}

func hasGoFiles(ctx context.Context, dir string) bool {
	parts, err := gomodules.Parts(ctx, dir, false)
	return err == nil && len(parts) > 0
}

// write writes the schema where it is wanted, and returns how many keys are
// new in it.
func (o *inferOptions) write(stdout io.Writer, d *infer.Draft) (int, error) {
	if o.into != "" {
		project, err := files.Of(o.into)
		if err != nil {
			return 0, err
		}
		text, err := project.Read(o.into)
		if err != nil {
			return 0, err
		}
		text, added, err := d.Into(o.into, text, project.Read)
		if err != nil || added == 0 {
			return 0, err
		}
		return added, files.Replace(o.into, text)
	}
	text, err := d.Schema()
	if err != nil {
		return 0, err
	}
	if o.file != "" {
		return d.Len(), writeNew(filepath.Dir(o.file), o.file, text)
	}
	_, err = stdout.Write(text)
	return d.Len(), err
}

// summarizeInfer says what was found and what was not.
func summarizeInfer(w io.Writer, found statelint.Found, d *infer.Draft, added int) {
	for _, u := range found.Unresolved {
		at := u.Span.File
		if src := found.Sources[u.Span.File]; src != nil {
			p := src.Position(u.Span.Start)
			at = fmt.Sprintf("%s:%d:%d", at, p.Line, p.Column)
		}
		fmt.Fprintf(w, "%s: not resolved: %s\n", at, u.Reason)
	}
	for _, s := range d.LeftOut {
		fmt.Fprintln(w, "left out:", s)
	}
	line := fmt.Sprintf("%s from %s", count(added, "key"), count(found.Packages, "Go package"))
	if n := len(found.Unresolved); n > 0 {
		line += fmt.Sprintf("; %s not resolved", count(n, "place"))
	}
	fmt.Fprintln(w, line)
}

// importPath is the import path of a folder in one of the modules; empty if it
// is in none.
func importPath(dir string, modules []statelint.Module) string {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	best := ""
	depth := -1
	for _, m := range modules {
		rel, err := filepath.Rel(m.Dir, abs)
		if err != nil || m.Dir == "" || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) || len(m.Dir) <= depth {
			continue
		}
		depth = len(m.Dir)
		best = strings.TrimSuffix(m.Path+"/"+filepath.ToSlash(rel), "/.")
	}
	return best
}

// data reads what is stored.
func (o *inferOptions) data() ([]infer.Stored, error) {
	var all []infer.Stored
	for _, name := range o.events {
		found, err := readEvents(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, found...)
	}
	for _, name := range o.databases {
		info, err := os.Stat(name)
		if err == nil {
			err = files.Regular(name, info)
		}
		if err != nil {
			return nil, err
		}
		found, err := infer.ReadSQLite(name, filepath.ToSlash(name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, found...)
	}
	return all, nil
}

func readEvents(name string) ([]infer.Stored, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return infer.ReadEvents(f, filepath.ToSlash(name))
}
