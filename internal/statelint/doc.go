// Package statelint runs the rules on packages of Go, and keeps what it found for the next run: those on
// instructions and raw state keys, on the values written to a state and the types asserted on
// values read from one. It knows Google's ADK for Go (every major version),
// tRPC-Agent-Go and stategen's own runtime by their types, so a Get or Set of something
// else is never looked at.
//
// Analyzer is a golang.org/x/tools/go/analysis analyzer for vet, gopls and
// golangci-lint. Check runs it on packages by pattern and returns what it
// found as diagnostics, with what could not be checked.
//
// This package decides which schema a package is checked against, loads packages,
// keeps what was found for the next run, and joins the results of packages and
// modules. How one package is read is in source/golang: framework says where a
// framework takes keys and texts, follow goes from there back to the constants, and
// rules/code (for Check) or evidence (for Collect) is told what reaches it.
package statelint
