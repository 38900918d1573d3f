package flow

import (
	"go/ast"
	"go/constant"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// verb matches one directive of a format: flags, argument index, width,
// precision, verb.
var verb = regexp.MustCompile(`%[-+# 0]*(?:\[(\d+)\])?(\*|\d+)?(?:\.(\*|\d+)?)?(?:\[(\d+)\])?([a-zA-Z%])`)

// sprintf expands a format as far as its text and arguments are known.
// Whatever is not a plain %s, %v or %d of a known argument is a hole.
func (ev Evaluator) sprintf(call *ast.CallExpr) Text {
	if len(call.Args) == 0 {
		return ev.HoleAt(call)
	}
	format := ev.deeper().eval(call.Args[0])
	if !format.Known() || call.Ellipsis.IsValid() {
		return ev.HoleAt(call)
	}
	s := format.String()
	var out Text
	at, next := 0, 1
	for _, m := range verb.FindAllStringSubmatchIndex(s, -1) {
		out = Join(out, format.slice(at, m[0]))
		at = m[1]
		directive := s[m[0]:m[1]]
		if directive == "%%" {
			out = Join(out, format.slice(m[0], m[0]+1))
			continue
		}
		if strings.ContainsAny(directive, "[*") {
			return ev.HoleAt(call)
		}
		out = Join(out, ev.operand(call, next, directive))
		next++
	}
	return Join(out, format.slice(at, len(s)))
}

func (ev Evaluator) operand(call *ast.CallExpr, n int, directive string) Text {
	if n < 1 || n >= len(call.Args) {
		return ev.HoleAt(call)
	}
	arg := call.Args[n]
	switch directive {
	case "%s", "%v":
		if framework.IsStringKind(ev.TypesInfo.TypeOf(arg)) && !framework.HasTextMethod(ev.TypesInfo.TypeOf(arg)) {
			return ev.deeper().eval(arg)
		}
	}
	tv := ev.TypesInfo.Types[arg]
	if tv.Value != nil && tv.Value.Kind() == constant.Int && (directive == "%d" || directive == "%v") {
		return Text{{Text: tv.Value.ExactString(), From: ev.OriginOf(arg)}}
	}
	return ev.HoleAt(arg)
}
