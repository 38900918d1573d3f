// Package diag has findings, the registry of rules, and what writes them as text, JSON, SARIF and for GitHub.
// A finding says what is wrong, where, and what to write instead. Every stage returns diag values; only the
// command prints them.
package diag
