package python

import "strings"

// A workflow of ADK gives keys of the state to its functions, by the names of their parameters.
// Which functions are its own is not followed: each parameter's name may be a key. What they set is
// seen, through their contexts and in events.

// isWorkflow reports whether a file makes workflows of ADK.
func (f *file) isWorkflow() bool {
	return f.hasImport(func(from imported) bool {
		return from.name != "RetryConfig" && (isADK(from.module) && strings.Contains(from.module, ".workflow") || from.module == "google.adk" && from.name == "Workflow")
	})
}

// hasImport reports whether a file imports such a name, from another package.
func (f *file) hasImport(is func(from imported) bool) bool {
	for _, from := range f.imports {
		if from.level == 0 && is(from) {
			return true
		}
	}
	return false
}

// byParameters are the names of a file's parameters, which a workflow may take for keys.
func (f *file) byParameters() (list []Guess) {
	for i, t := range f.tokens {
		var params []parameter
		switch word := f.word(i); {
		case word == "def" && t.kind == name:
			params = f.parameters(t.line)
		case word == "lambda" && t.kind == name:
			params = f.parametersIn(i+1, f.lambdaBody(i)-1)
		}
		for _, p := range params {
			if p.star == "" && p.name != "" {
				list = append(list, Guess{Path: f.path, Start: f.tokens[p.at].start, End: f.tokens[p.at].end, Key: p.name})
			}
		}
	}
	return list
}
