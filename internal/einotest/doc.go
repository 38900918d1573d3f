// Package einotest tries stategen on the real eino: its formatter beside our scanner,
// and generated code under its agents. It is a module of its own, so that nothing that
// is released requires eino.
package einotest
