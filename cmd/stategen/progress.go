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

// terminalWidth is how many columns a terminal has; 0: it is none, or not known.
func terminalWidth(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// everyFewSeconds prints how far a run has got.
func everyFewSeconds[Report any](w io.Writer, text func(Report) string) func(Report) {
	last := time.Now()
	return func(r Report) {
		if now := time.Now(); now.Sub(last) >= 5*time.Second {
			last = now
			fmt.Fprintf(w, "%s%s\n", wipe(w), text(r))
		}
	}
}

// wipe is what clears a line on which progress may stand.
func wipe(w io.Writer) string {
	if isTerminal(w) {
		return "\r\033[K"
	}
	return ""
}
