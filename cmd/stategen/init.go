package main

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/spf13/cobra"
)

// The files that init writes: a schema that generates, and a prompt that
// passes the check.
//
//go:embed starter
var starter embed.FS

func newInit() *cobra.Command {
	return &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Write a first stategen.yaml and a prompt that uses it",
		Long: `init writes a commented stategen.yaml and prompts/assistant.md to the current
folder, or to the one named. It never overwrites a file: if one of them exists,
it writes nothing and exits 2.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			return initFolder(cmd.OutOrStdout(), dir)
		},
	}
}

func initFolder(w io.Writer, dir string) error {
	files, err := starterFiles()
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.name))
		if _, err := os.Stat(path); err == nil {
			return fmt.Errorf("%s exists already; init overwrites nothing", path)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.name))
		if err := writeNew(dir, path, f.content); err != nil {
			return err
		}
		fmt.Fprintln(w, "wrote", path)
	}
	fmt.Fprint(w, nextSteps)
	return nil
}

const nextSteps = `
Next:
  stategen generate   writes the Go package agentstate
  stategen check      holds the prompts against the schema
To have "go generate" do the first, put this line into a Go file of this folder:
  //go:generate stategen generate
`

type starterFile struct {
	name    string // with slashes
	content []byte
}

func starterFiles() ([]starterFile, error) {
	root, err := fs.Sub(starter, "starter")
	if err != nil {
		return nil, err
	}
	var files []starterFile
	err = fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(root, path)
		files = append(files, starterFile{path, content})
		return err
	})
	return files, err
}

// writeNew creates a file in the project of a folder, which it makes if need be.
// The file must not exist yet.
func writeNew(dir, path string, content []byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	project, err := files.OfFolder(dir)
	if err != nil {
		return err
	}
	return project.Create(path, content)
}
