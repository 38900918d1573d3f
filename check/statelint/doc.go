// Package statelint checks Go source against a schema: the instructions and
// raw state keys in it, the values written to a state and the types asserted
// on values read from one. It knows Google's ADK for Go (every major version)
// and stategen's own runtime by their types, so a Get or Set of something
// else is never looked at.
//
// Analyzer is a golang.org/x/tools/go/analysis analyzer for vet, gopls and
// golangci-lint. Check runs it on packages by pattern and returns what it
// found as diagnostics, with what could not be checked.
//
// Within a package the analyzer works backwards. The places where a kit takes
// a key, a text or a map are sinks. A sink that is fed by a variable, a field
// or a parameter makes that a sink too, until constants are reached, so that
// wrappers, key builders and configuration structs need no special cases. What
// reaches another package becomes a fact.
package statelint

// The files, in the order in which packages pass through them:
//
//	driver, plain, remembered          Check: packages in, a report out; what an earlier check found
//	projects, join, ignoredfiles, codeuses
//	                                   all code of one schema, for the rules on whole projects
//	analyzer, pass, result, convert    one package
//	broken, notchecked, suppress       what is not checked, or not reported
//	index, eval, text, inline, sprintf, elements, embed, fileread, filepattern, place
//	                                   what a string is before the program runs, and where it stands
//	interfaces                         interfaces that states are passed as
//	seeds, sink, maps, perhaps, facts  from where a kit takes something back to the constants
//	stateread, keys, values, assertion, mutation, unresolved, instruction
//	                                   the rules
//	adkcode, adkwrites, adkrunner, adkautocreate
//	                                   where ADK loses writes: the rules on merges and on a run's session
//	accessors, rawkey_*                generated code, and raw keys that it could replace
//	evidence_*                         Collect: the same passes, for infer
//	internal/                          what needs none of it: Go's files, packages and syntax
