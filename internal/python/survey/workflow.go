package survey

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// A workflow of ADK gives keys of the state to its functions, by the names of their parameters.
// Which functions are its own is not followed: each parameter's name may be a key. What they set is
// seen, through their contexts and in events.

// isWorkflow reports whether a file makes workflows of ADK.
func isWorkflow(f *names.File) bool {
	is := f.HasImport(func(from names.Import) bool {
		dotted := from.Module + "." + from.Name
		return from.Name != "RetryConfig" && names.IsADK(from.Module) && (strings.Contains(dotted, ".workflow") || strings.HasSuffix(dotted, ".Workflow"))
	})
	for i := 0; i < len(f.Tokens) && !is; i++ {
		word := f.Word(i)
		is = (word == "workflow" || word == "Workflow") && f.IsOfADK(i)
	}
	return is
}

// byParameters are the names of a file's parameters, which a workflow may take for keys.
func byParameters(f *names.File) (list []Guess) {
	for i, t := range f.Tokens {
		var params []syntax.Parameter
		switch word := f.Word(i); {
		case word == "def" && t.Kind == syntax.Name:
			params = f.Parameters(t.Line)
		case word == "lambda" && t.Kind == syntax.Name:
			params = f.ParametersIn(i+1, f.LambdaBody(i)-1)
		}
		for _, p := range params {
			if p.Star == "" && p.Name != "" {
				list = append(list, Guess{Path: f.Path, Start: f.Tokens[p.At].Start, End: f.Tokens[p.At].End, Key: p.Name})
			}
		}
	}
	return list
}
