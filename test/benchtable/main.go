package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"runtime/debug"
	"strings"
	"time"
)

// task is what the command is to do with what was measured.
type task struct {
	complete, held    bool
	page, all, commit string
}

func main() {
	var t task
	flag.BoolVar(&t.complete, "complete", false, "only fail if a target was not measured")
	flag.BoolVar(&t.held, "held", false, "only fail if a figure that needs no quiet machine is far from its target")
	flag.StringVar(&t.page, "page", "", "the page whose table of what is missed is replaced")
	flag.StringVar(&t.all, "all", "", "the file that gets the whole table")
	flag.StringVar(&t.commit, "commit", "", "the commit that was measured, for both")
	flag.Parse()
	module := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		module = path.Dir(info.Main.Path) // the root's: this command is in module test
	}
	if err := t.run(os.Stdin, os.Stdout, module); err != nil {
		fmt.Fprintln(os.Stderr, "benchtable:", err)
		os.Exit(1)
	}
}

// heldFor is how long a benchmark must have run for its figure to mean something.
const heldFor = 20 * time.Millisecond

func (t task) run(in io.Reader, out io.Writer, module string) error {
	var shortest time.Duration
	if t.held {
		shortest = heldFor
	}
	m, err := parse(in, module, shortest)
	switch {
	case err != nil:
		return err
	case t.complete:
		return checkComplete(targets, m)
	case t.held:
		return checkHeld(targets, m)
	}
	if t.page == "" {
		return writeTable(out, targets, m)
	}
	commit := strings.Replace(t.commit, "-dirty", " with uncommitted changes", 1)
	head := fmt.Sprintf("Commit %s, %d runs.", commit, targets[0].figure(m).runs)
	all := bytes.NewBufferString("# The last run\n\n" + head + "\n\n")
	missed := bytes.NewBufferString(head + " Not met, of [all targets](../test/benchtable/last.md):\n\n")
	if err := errors.Join(writeTable(io.MultiWriter(out, all), targets, m), writeMissed(missed, targets, m)); err != nil {
		return err
	}
	return errors.Join(os.WriteFile(t.all, all.Bytes(), 0o644), t.writePage(missed.String()))
}

// writePage puts a new last run into the page.
func (t task) writePage(run string) error {
	page, err := os.ReadFile(t.page)
	if err != nil {
		return err
	}
	text, err := replaceLastRun(string(page), run)
	if err != nil {
		return err
	}
	return os.WriteFile(t.page, []byte(text), 0o644)
}
