package workspace

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/internal/gomodules"
	"github.com/seed92179c4c/stategen/schema"
)

var outsideFolder = diag.Register(diag.OnOutput, diag.Rule{
	ID:      "outside-folder",
	Summary: "the output folder is outside of the project",
	Why: "What a schema says must not write to any folder of the machine, so that the code of others can be checked " +
		"and generated. The project is the nearest folder with a .git, of the schema's folder and those above it; " +
		"without one that with a go.work, or else a go.mod, or else the schema's folder itself. Links count as what they lead to. " +
		"The environment variable " + files.RootVariable + " names another folder that nothing may lead out of.",
	Bad:  "version: 1\nout: ../../elsewhere\n",
	Good: "version: 1\nout: tripstate\n",
})

var leftoverPackage = diag.Register(diag.OnOutput, diag.Rule{
	ID:       "leftover-package",
	Severity: diag.Warning,
	Summary:  "another folder still has code that was generated from this schema",
	Why: "Nothing is generated there any more since out names another folder. Code that imports the old package " +
		"compiles as before, with the keys of that day. Stategen removes no folder that it was not told of.",
	Bad:  "version: 1\nout: tripstate  # it was state, and the folder state is still there\n",
	Good: "version: 1\nout: tripstate\n",
})

// outputFolderFindings reports an output folder that there is no way to, or only
// one out of the project.
func outputFolderFindings(s *schema.Schema, project *files.Project, dir string) diag.List {
	_, err := project.Rel(dir)
	if errors.Is(err, files.ErrOutside) {
		return diag.List{outside(s, project)}
	}
	if known := (*fs.PathError)(nil); errors.As(err, &known) {
		return diag.List{diag.New(outsideFolder, s.OutSpan, "the output folder %s cannot be reached: %v", s.Out, known.Err).
			WithHint("remove what is in its way, or name another folder")}
	}
	return nil
}

// outside reports an output folder that nothing may be written to.
func outside(s *schema.Schema, project *files.Project) diag.Diagnostic {
	return diag.New(outsideFolder, s.OutSpan, "the output folder %s leads out of the project in %s", s.Out, filepath.ToSlash(project.Dir())).
		WithHint("generate into a folder of the project, or name a larger one in the variable %s", files.RootVariable)
}

// oldPackages are the folders that code was generated into, by the absolute
// path of the schema, for each module that was looked at.
type oldPackages map[string]map[string][]string

// of reports folders other than dir with code that was generated from a schema.
func (o oldPackages) of(ctx context.Context, s *schema.Schema, dir string) diag.List {
	file, err := filepath.Abs(s.File)
	if err != nil {
		return nil
	}
	root := gomodules.Root(filepath.Dir(file))
	if root == "" {
		root = filepath.Dir(file)
	}
	if o[root] == nil {
		o[root] = generatedFolders(ctx, root)
	}
	var found diag.List
	for _, old := range o[root][file] {
		if files.Same(old, dir) {
			continue
		}
		found = append(found, diag.New(leftoverPackage, s.OutSpan, "the folder %s has code that was once generated from this schema, and no longer is", shown(old)).
			WithHint("remove what was generated there"))
	}
	return found
}

// generatedFolders finds the folders below a module's root that have generated
// code, by the schemas that its files name.
func generatedFolders(ctx context.Context, root string) map[string][]string {
	folders := map[string][]string{}
	parts, err := gomodules.Parts(ctx, root, true)
	if err != nil {
		return folders
	}
	seen := map[string]bool{}
	for _, p := range parts {
		for _, file := range p.GoFiles {
			dir := filepath.Dir(file)
			if seen[dir] || !strings.HasSuffix(file, "_gen.go") {
				continue
			}
			text, err := files.Read(file)
			if err != nil || !generator.IsGenerated(text) {
				continue
			}
			seen[dir] = true
			schema := filepath.Join(dir, filepath.FromSlash(generator.SourceOf(text)))
			folders[schema] = append(folders[schema], dir)
		}
	}
	return folders
}
