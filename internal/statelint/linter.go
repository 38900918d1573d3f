package statelint

import (
	"context"
	"go/build"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source/golang/evidence"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/gencode"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
	"github.com/seed92179c4c/stategen/internal/source/golang/schemas"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/go/analysis"
)

// keep is told what is known of a package, and which schema governs it.
type keep func(v *follow.Values, r *report.Recorder, governedBy string)

// linter is what the passes of one analyzer share.
type linter struct {
	ctx     context.Context // ends a check; nil: nothing does
	options Options
	sources *sources.Reader
	schemas *schemas.Finder
	codes   *gencode.Codes

	projects bool                                       // all uses are wanted, for the rules on whole projects
	surveyed func(*follow.Package, *evidence.Collector) // gets the evidence of each package, and nothing is checked; nil: it is
	against  *schema.Schema                             // of every package, instead of those in files; nil: none
	keep     keep                                       // is told of each package that was looked at; may be nil
}

func newLinter(o Options) *linter {
	src := sources.New(o.Unsaved)
	return &linter{
		options: o, sources: src, schemas: schemas.New(src),
		codes: gencode.New(),
	}
}

func (l *linter) newPackage(ap *analysis.Pass) *follow.Package {
	return follow.NewPackage(ap, l.sources)
}

// isStandard reports whether a package belongs to Go itself.
func isStandard(ap *analysis.Pass) bool {
	name := ap.Fset.File(ap.Files[0].FileStart).Name()
	root := build.Default.GOROOT
	return root != "" && strings.HasPrefix(name, filepath.Join(root, "src")+string(filepath.Separator))
}
