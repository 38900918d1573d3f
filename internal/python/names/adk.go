package names

import "strings"

// IsADK reports whether a module is of ADK.
func IsADK(module string) bool {
	return module == "google.adk" || strings.HasPrefix(module, "google.adk.")
}

// IsOfADK reports whether the name at a token is taken from a module of ADK: adk.LlmAgent, google.adk.agents.LlmAgent.
func (f *File) IsOfADK(i int) bool {
	first := i
	for n := 0; n < mostModules && f.Word(first-1) == "."; n++ {
		first -= 2
	}
	from, ok := f.Imports[f.Word(first)]
	if !ok || first == i || f.Word(first-1) == "." || from.Level != 0 {
		return false
	}
	module := from.Module
	if from.Name != "" {
		module += "." + from.Name
	}
	for at := first + 2; at < i; at += 2 {
		module += "." + f.Word(at)
	}
	return IsADK(module) && module == strings.ToLower(module)
}

// mostModules is how many modules a name is looked for in, one below the other.
const mostModules = 6
