package workspace

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/files"
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
