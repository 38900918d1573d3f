package flow

import (
	"go/ast"
	"go/types"
	"slices"
)

// summary evaluates the call of a function of another package.
func (ev Evaluator) summary(call *ast.CallExpr, fn *types.Func) Text {
	if f := new(builderFact); ev.ImportFact(fn, f) {
		return ev.fill(f.Text, call)
	}
	return ev.HoleAt(call)
}

// fill puts the arguments of a call into the holes of a summary.
func (ev Evaluator) fill(t Text, call *ast.CallExpr) Text {
	var out Text
	for _, p := range t {
		if p.Hole && p.Param > 0 && p.Param <= len(call.Args) {
			out = Join(out, ev.argument(call.Args[p.Param-1]))
			continue
		}
		if p.Hole {
			p.From = ev.OriginOf(call)
		}
		out = append(out, p)
	}
	return out
}

// mostHoles is how many a text may have that is told to other packages. Texts of functions that
// call each other could grow with each package, and tell nobody anything.
const mostHoles = 20

// portable makes a text of this package fit for a fact about fn; false if it
// says nothing.
func (p *Values) portable(t Text, fn *types.Func) (Text, bool) {
	if len(t.Holes()) > mostHoles {
		return nil, false
	}
	out := slices.Clone(t)
	for i, part := range out {
		if part.Hole && fn != nil && part.source != nil {
			if at, ok := p.Index.Params[part.source]; ok && at.Fn == fn {
				part.Param = at.At + 1
			}
		}
		part.source = nil
		out[i] = part
	}
	return out, len(out) > 0 && !(out.OnlyHole() && out[0].Param == 0)
}
