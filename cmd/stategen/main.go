// Command stategen is the command line, with its flags, output and exit codes. Flags become calls of
// internal/workspace, and what these return becomes text.
package main

import (
	"context"
	"os"
)

func main() {
	if isVetCall(os.Args[1:]) {
		runVet()
	}
	os.Exit(Run(func(ctx context.Context) int {
		return execute(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	}))
}
