package code

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// StateField reports a generated delta with merge operations that becomes
// the delta of an ADK event: ADK stores the operations instead of carrying
// them out, or fails to.
func (p *Checker) StateField(owner types.Object, field *types.Var, value ast.Expr) {
	if !framework.Has(owner, framework.EventActions) || field.Name() != "StateDelta" || p.mayApplyMerges() {
		return
	}
	for _, given := range p.deltas().arguments(value) {
		if merge, verb := p.deltas().merge(given); merge != nil {
			p.unresolved(given, merge, verb)
		}
	}
}

// mayApplyMerges reports whether the package has to do with sessions on our stores: these
// carry out merges.
func (p *Checker) mayApplyMerges() bool {
	return slices.ContainsFunc(p.Pkg.Imports(), func(imported *types.Package) bool {
		return strings.HasPrefix(imported.Path()+"/", framework.RuntimePath+"/adksession/")
	})
}

func (p *Checker) unresolved(value ast.Expr, merge *accessors.Use, verb ast.Node) {
	p.Report(project.UnresolvedMerge(p.Span(value), merge.Key, p.Span(verb)), value)
}
