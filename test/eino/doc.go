// Package eino tries stategen on the real eino: its formatter beside our scanner,
// and generated code under its agents.
package eino
