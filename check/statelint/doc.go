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
