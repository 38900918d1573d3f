// Command stategen generates typed Go accessors for the session state of
// agents from a schema, and checks prompts against it.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	if isVetCall(os.Args[1:]) {
		runVet()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
	stop()
	os.Exit(code)
}
