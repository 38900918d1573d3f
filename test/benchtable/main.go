package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"runtime/debug"
)

func main() {
	complete := flag.Bool("complete", false, "only fail if a target was not measured")
	flag.Parse()
	module := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		module = path.Dir(info.Main.Path) // the root's: this command is in module test
	}
	if err := run(os.Stdin, os.Stdout, module, *complete); err != nil {
		fmt.Fprintln(os.Stderr, "benchtable:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer, module string, complete bool) error {
	m, err := parse(in, module)
	if err != nil {
		return err
	}
	if complete {
		return checkComplete(targets, m)
	}
	return writeTable(out, targets, m)
}
