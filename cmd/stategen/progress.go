package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// progress tells a person at a terminal what is being waited for, once that
// takes more than a second. The function it returns ends that and wipes the
// line.
func progress(w io.Writer, what string) (done func()) {
	if !isTerminal(w) {
		return func() {}
	}
	finished, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		select {
		case <-finished:
			return
		case <-time.After(time.Second):
		}
		fmt.Fprintf(w, "stategen: %s…", what)
		<-finished
		fmt.Fprint(w, "\r\033[K")
	}()
	return func() {
		close(finished)
		<-stopped
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
