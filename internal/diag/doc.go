// Package diag has the one diagnostic type of stategen: what is wrong,
// where, and what to write instead. Every stage returns diag values; only the
// command prints them.
package diag
