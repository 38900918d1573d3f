// Command stategen generates typed Go accessors for the session state of
// agents from a schema, and checks prompts against it.
package main

import (
	"context"
	"os"

	"github.com/seed92179c4c/stategen/internal/interrupt"
)

func main() {
	if isVetCall(os.Args[1:]) {
		runVet()
	}
	os.Exit(interrupt.Run(func(ctx context.Context) int {
		return execute(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	}))
}
