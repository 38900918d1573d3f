package main

import (
	"fmt"
	"io"
)

// Exit codes: what CI and editors rely on.
const (
	exitClean    = 0
	exitFindings = 1 // findings, or stale output
	exitFailed   = 2 // usage, configuration or internal error
)

// streams are the process's standard streams, so that a test can run a
// command without a process.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// exitError ends a command with a code, after it has printed what it found.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit code %d", int(e)) }
