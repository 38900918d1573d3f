package units

import (
	"go/ast"
	"go/types"

	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// toolMaker is a function that makes a tool: which of its arguments, from 1, say what. Those after the
// last one are options, which may say it, too.
type toolMaker struct{ config, name, doc, run int }

// toolMakers are those of ADK, eino and tRPC-Agent-Go.
var toolMakers = map[string]toolMaker{
	"tool/functiontool.New":                           {config: 1, run: 2},
	"tool/functiontool.NewStreaming":                  {config: 1, run: 2},
	"components/tool/utils.NewTool":                   {config: 1, run: 2},
	"components/tool/utils.NewStreamTool":             {config: 1, run: 2},
	"components/tool/utils.InferTool":                 {name: 1, doc: 2, run: 3},
	"components/tool/utils.InferOptionableTool":       {name: 1, doc: 2, run: 3},
	"components/tool/utils.InferStreamTool":           {name: 1, doc: 2, run: 3},
	"components/tool/utils.InferOptionableStreamTool": {name: 1, doc: 2, run: 3},
	"tool/function.NewFunctionTool":                   {run: 1},
	"tool/function.NewStreamableFunctionTool":         {run: 1},
}

// toolOf is what makes the tool that a function returns; nil: it makes none.
func toolOf(fn *types.Func) constructor {
	m, ok := toolMakers[framework.LocalName(fn)]
	if !ok {
		return nil
	}
	return func(f *finder, v value, call *ast.CallExpr) *unit {
		if len(call.Args) < m.run {
			return nil
		}
		name, doc := f.toolTexts(v, call, m)
		u, isNew := f.unit(graph.Tool, v, name)
		if isNew {
			u.Doc = doc
		}
		f.handler(u, v.with(call.Args[m.run-1]))
		return u
	}
}

// toolTexts are the name of a tool, and what it says of itself.
func (f *finder) toolTexts(v value, call *ast.CallExpr, m toolMaker) (name, doc string) {
	t := f.tracer(nil)
	if m.name > 0 {
		name, _ = t.text(v.with(call.Args[m.name-1]))
		doc, _ = t.text(v.with(call.Args[m.doc-1]))
		return name, doc
	}
	if m.config > 0 {
		configs := t.follow(v.with(call.Args[m.config-1]))
		if len(configs) != 1 {
			return "", ""
		}
		doc, ok := f.textField(configs[0], "description")
		if !ok {
			doc, _ = f.textField(configs[0], "desc")
		}
		return f.nameIn(configs[0]), doc
	}
	for _, arg := range call.Args[m.run:] {
		for _, option := range t.follow(v.with(arg)) {
			given, ok := ast.Unparen(option.expr).(*ast.CallExpr)
			if !ok || len(given.Args) != 1 || option.isList {
				continue
			}
			switch framework.LocalName(option.pkg.Index.Function(given)) {
			case "tool/function.WithName":
				name, _ = t.text(option.with(given.Args[0]))
			case "tool/function.WithDescription":
				doc, _ = t.text(option.with(given.Args[0]))
			}
		}
	}
	return name, doc
}
