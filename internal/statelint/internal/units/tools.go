package units

import (
	"go/ast"

	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// tool makes a unit of the tool that a function of a framework makes.
func (f *finder) tool(v flow.Value, call *ast.CallExpr, made framework.Made) *unit {
	name, doc := f.toolTexts(v, call, made)
	u, isNew := f.unit(graph.Tool, v, name)
	if isNew {
		u.Doc = doc
	}
	f.handler(u, v.With(call.Args[made.Run-1]))
	return u
}

// toolTexts are the name of a tool, and what it says of itself.
func (f *finder) toolTexts(v flow.Value, call *ast.CallExpr, made framework.Made) (name, doc string) {
	t := f.Follower()
	if made.Name > 0 {
		name, _ = t.Text(v.With(call.Args[made.Name-1]))
		doc, _ = t.Text(v.With(call.Args[made.Doc-1]))
		return name, doc
	}
	if made.Config > 0 {
		configs := t.Follow(v.With(call.Args[made.Config-1]))
		if len(configs) != 1 {
			return "", ""
		}
		doc, ok := f.textField(configs[0], "description")
		if !ok {
			doc, _ = f.textField(configs[0], "desc")
		}
		return f.nameIn(configs[0]), doc
	}
	return f.toolOptions(v, call.Args[made.Run:])
}

// toolOptions are the same texts, given by options.
func (f *finder) toolOptions(v flow.Value, options []ast.Expr) (name, doc string) {
	t := f.Follower()
	for _, arg := range options {
		for _, option := range t.Follow(v.With(arg)) {
			given, ok := ast.Unparen(option.Expr).(*ast.CallExpr)
			if !ok || len(given.Args) != 1 || option.IsList {
				continue
			}
			switch framework.ToolOption(option.Pkg.Index.Function(given)) {
			case "WithName":
				name, _ = t.Text(option.With(given.Args[0]))
			case "WithDescription":
				doc, _ = t.Text(option.With(given.Args[0]))
			}
		}
	}
	return name, doc
}
