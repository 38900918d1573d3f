package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// grace is how long a command may take to end after the first signal. What waits
// in a system call, as for a pipe that nobody writes to, never ends by itself.
const grace = 900 * time.Millisecond

// Run runs a command under a context that the first SIGINT or SIGTERM cancels,
// and returns its exit code: of an interrupted command, 128 and the
// signal's number, whatever it returned. It waits for the command's end only for
// a short time after the first signal, and not after a second one: the process is
// to exit then.
func Run(command func(ctx context.Context) int) int {
	return run(command, func() <-chan struct{} {
		over := make(chan struct{})
		time.AfterFunc(grace, func() { close(over) })
		return over
	})
}

// run is Run with another measure of time.
func run(command func(ctx context.Context) int, graceOver func() <-chan struct{}) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	ended := make(chan int, 1)
	go func() { ended <- command(ctx) }()
	select {
	case code := <-ended:
		return code
	case s := <-signals:
		cancel()
		select {
		case <-ended:
		case <-signals:
		case <-graceOver():
		}
		return code(s)
	}
}

func code(s os.Signal) int {
	if number, ok := s.(syscall.Signal); ok {
		return 128 + int(number)
	}
	return 1
}
