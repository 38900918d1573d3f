package fix

import (
	"path/filepath"

	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/gencode"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
)

// Rewriter reports raw keys that generated code can take the place of, with the
// fix.
type Rewriter struct {
	*follow.Values
	*report.Recorder
	schemaPath string
	codes      *gencode.Codes
	code       *gencode.Code // nil: there is none, or nobody has asked
	codeKnown  bool
	codePlace  gencode.Package
}

// New makes a rewriter for a package that the schema at a path governs.
func New(v *follow.Values, r *report.Recorder, schemaPath string, codes *gencode.Codes) *Rewriter {
	return &Rewriter{Values: v, Recorder: r, schemaPath: schemaPath, codes: codes}
}

// generatedCode is that of the package's schema; nil if there is none in the
// module.
func (p *Rewriter) generatedCode() *gencode.Code {
	if p.codeKnown {
		return p.code
	}
	p.codeKnown = true
	schemaPath := p.schemaPath
	if abs, err := filepath.Abs(schemaPath); err == nil {
		schemaPath = abs
	}
	dir := filepath.Join(filepath.Dir(schemaPath), filepath.FromSlash(p.Schema.Out))
	place, ok := p.ownPlace().Beside(dir, p.Sources)
	if ok {
		p.code, p.codePlace = p.codes.Of(p.Sources, schemaPath, dir), place
	}
	return p.code
}

// ownPlace is that of the package that is checked.
func (p *Rewriter) ownPlace() gencode.Package {
	return gencode.Package{Path: p.Pkg.Path(), Dir: filepath.Dir(p.Fset.File(p.Files[0].FileStart).Name())}
}
