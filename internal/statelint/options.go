package statelint

import (
	"context"

	"golang.org/x/tools/go/packages"
)

// CheckOptions says how Check loads packages and checks them.
type CheckOptions struct {
	Options
	// Context ends Check and Collect, and the go command that they ask, with its
	// error; nil: nothing does.
	Context    context.Context
	Dir        string   // where patterns are relative to; empty: the working folder
	Env        []string // of the go command; nil: the process's own
	BuildFlags []string // for the go command, such as -tags=x
	// Workspace lists the folders of all modules of the go.work in use: who
	// uses a schema's keys is looked for in all of them.
	Workspace []string
	// Cache is a folder for what was found, so that Check need not look again
	// at packages of which nothing has changed; empty: it looks at all.
	Cache string
	// AgentConfigs are YAML files that Collect reads besides those that
	// packages embed, by absolute path.
	AgentConfigs []string
	// Python are Python files that Collect reads, by absolute path.
	Python []string
	// Doing is told what Check begins that may take seconds, and what it returns
	// when that ends; nil: nobody is.
	Doing func(what string) (done func())
}

// doing tells of work that may take seconds.
func (o CheckOptions) doing(what string) (done func()) {
	if o.Doing == nil {
		return func() {}
	}
	return o.Doing(what)
}

// goCommand is how the go command is asked for packages.
func (o CheckOptions) goCommand() packages.Config {
	return packages.Config{
		Context: o.Context, Dir: o.Dir, Env: o.Env, BuildFlags: o.BuildFlags, Tests: o.Tests, Overlay: o.Unsaved,
	}
}

// Options says how packages are checked.
type Options struct {
	// Schema is the path of the schema for every package; empty: each
	// package's own.
	Schema string
	// Tests is whether findings in test files are reported. Tests use
	// undeclared keys on purpose.
	Tests bool
	// Warnings is whether the analyzer reports warnings, too: vet and its
	// kind know no severity, and fail a run for each finding. Check always
	// reports them, as what they are.
	Warnings bool
	// Unsaved is texts by absolute path that are read in place of what the files
	// hold, those of Go files too. What is no Go source is only read from the
	// project of the file that names it: the repository, workspace or module
	// around it.
	Unsaved map[string][]byte
}
